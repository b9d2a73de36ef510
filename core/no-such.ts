/** Names that no server has: asking for them shows how a server refuses, and cannot do anything. The write gate lets them pass. */

export const NO_SUCH_METHOD = 'toolscore/no-such-method';
export const NO_SUCH_TOOL = 'toolscore-no-such-tool';
