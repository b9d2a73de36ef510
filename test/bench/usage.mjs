// Preloaded into a measured process: leaves behind what it used.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakBytes: maxRSS * 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.TOOLSCORE_USAGE_FILE, JSON.stringify(usage));
});
