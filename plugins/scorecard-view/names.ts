/** What stands where a server gave no name. */

export const namedServer = (name: string): string => (name.trim() === '' ? '(unnamed server)' : name);
export const namedTool = (name: string): string => (name.trim() === '' ? '(unnamed tool)' : name);
