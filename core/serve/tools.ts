/** The tools of `toolscore serve`, in the order in which they are listed. */

import { explainTool } from './explain-tool.js';
import { getFindingTool, listFindingsTool } from './findings-tools.js';
import { probeTool } from './probe-tool.js';
import { scaffoldTool } from './scaffold-tool.js';
import { scoreTool } from './score-tool.js';
import type { ServedTool } from './tool.js';
import { verifyTool } from './verify-tool.js';

export const TOOLS: readonly ServedTool[] = [
  probeTool,
  scoreTool,
  scaffoldTool,
  verifyTool,
  listFindingsTool,
  getFindingTool,
  explainTool,
];
