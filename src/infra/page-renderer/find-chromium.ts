import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '#infra/process/tools.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];

const places: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['C:\\Program Files', 'C:\\Program Files (x86)'].flatMap((folder) => [
    join(folder, 'Chromium', 'Application', 'chrome.exe'),
    join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
  ]),
};

export function findChromium(configured: string | null): string | null {
  if (configured !== null) return canRun(configured) ? configured : null;
  for (const name of names) {
    const path = findTool(name);
    if (path) return path;
  }
  return places[process.platform]?.find(canRun) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
