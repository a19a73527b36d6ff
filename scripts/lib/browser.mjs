// Finds a Chromium for the browser tests: the system's, else from its package manager, else Playwright's own. Its headless
// shell comes first: the same engine without the windows around it, at two thirds of the processor time.
import { existsSync } from 'node:fs';
import { run, runPackage } from './project.mjs';

const places = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  ],
};

function systemBrowser() {
  return [process.env.GLEANER_CHROMIUM, ...(places[process.platform] ?? [])].find((path) => path && existsSync(path));
}

/** Gives the path of a browser, null for Playwright's own, or undefined when there is none to be had. */
export async function ensureBrowser() {
  const found = systemBrowser();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium with apt-get …\n');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { quiet: true, env });
    const install = (...names) =>
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { quiet: true, env });
    // The full browser is for the pages that the product renders itself.
    await install('chromium', 'fonts-noto-cjk');
    await install('chromium-headless-shell');
    const installed = systemBrowser();
    if (installed) return installed;
  }
  process.stdout.write("Installing Playwright's Chromium …\n");
  const { code, output } = await runPackage('@playwright/test', ['install', 'chromium'], { quiet: true }, 'playwright');
  if (code === 0) return null;
  process.stdout.write(`${output.trim()}\n`);
  return undefined;
}
