/** What `--protocol` says of itself, wherever a server is reached. */
export const PROTOCOL = 'speak only this: a revision such as 2025-11-25, or an era, stateless or initialize';
