import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { userFor } from '#infra/process/child-user.ts';
import { canBox, confine } from '#infra/process/confine.ts';
import { toolPath } from '#infra/process/tools.ts';
import { AppError } from '#lib/app-error.ts';
import { processTree, residentBytes } from './process-tree.ts';

export type LaunchOptions = {
  executablePath: string;
  maxMemoryBytes: number;
  /** `arguments` uses only browser flags, as on a machine without a sandbox. Default: a sandbox if available. */
  fence?: 'box' | 'arguments';
};

export type RunningBrowser = {
  browser: Browser;
  ended: Promise<void>;
  isRunning(): boolean;
  kill(): Promise<void>;
};

const launchTimeoutMs = 15_000;
const closeTimeoutMs = 3_000;
const watchEveryMs = 250;

/** Send all names and connections to a proxy that does not exist, so that only intercepted requests are answered. */
const fences = [
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--dns-prefetch-disable',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,WebTransport,NetworkTimeServiceQuerying,SpareRendererForSitePerProcess',
];

const quiet = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=2',
  '--js-flags=--max-old-space-size=256',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--hide-scrollbars',
];

/** Errors: `page_needs_browser` when the browser cannot be started or isolated. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const boxed = options.fence !== 'arguments' && canBox();
  // Without our sandbox, the browser's own is used, which refuses to run as root.
  const own = !boxed && options.fence !== 'arguments';
  const folder = dirname(realpathSync(options.executablePath));
  const user = boxed ? null : userFor([options.executablePath, folder]);
  if (own && !user && process.getuid?.() === 0) throw needsBrowser('no fence for a browser that runs as root');
  const name = `gleaner-browser-${randomUUID()}`;
  const profile = boxed ? `/tmp/${name}` : await mkdtemp(join(tmpdir(), `${name}-`));
  const removeProfile = async () => {
    if (!boxed) await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  };
  if (user) await chown(profile, user.uid, user.gid);
  const args = [...quiet, ...fences, `--user-data-dir=${profile}`, ...(own ? [] : ['--no-sandbox'])];
  const shown = [folder, '/etc/fonts', '/etc/chromium.d', '/etc/chromium'].map((path) => ({ from: path, to: path }));
  const confined = confine(options.executablePath, args, {
    limits: {},
    needs: [folder],
    // The browser's own sandbox may need a setuid helper.
    mayGain: own,
    ...(boxed ? { sandbox: { readOnly: shown } } : {}),
  });
  try {
    const browser = await chromium.launch({
      executablePath: confined.command,
      args: confined.args,
      ignoreDefaultArgs: true,
      env: { PATH: toolPath, LANG: 'C.UTF-8', HOME: boxed ? '/tmp' : profile },
      timeout: launchTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return watch(browser, name, options.maxMemoryBytes, removeProfile);
  } catch (error) {
    await removeProfile();
    throw needsBrowser('the browser could not be started', error);
  }
}

function needsBrowser(detail: string, cause?: unknown): AppError {
  return new AppError('page_needs_browser', { detail, cause });
}

function watch(browser: Browser, name: string, maxMemoryBytes: number, cleanUp: () => Promise<void>): RunningBrowser {
  const running = { ended: false };
  const ended = new Promise<void>((resolve) => {
    browser.once('disconnected', () => {
      running.ended = true;
      clearInterval(watcher);
      void cleanUp().then(resolve);
    });
  });
  let looking = false;
  const watcher = setInterval(() => {
    if (looking) return;
    looking = true;
    void residentBytes(name)
      .then((bytes) => (bytes > maxMemoryBytes ? kill() : undefined))
      .finally(() => {
        looking = false;
      });
  }, watchEveryMs);
  watcher.unref();

  async function kill(): Promise<void> {
    if (running.ended) return;
    const processes = await processTree(name);
    if (processes.length === 0) {
      // Without `/proc`, the browser is asked to close.
      await Promise.race([browser.close().catch(() => {}), ended, waited(closeTimeoutMs)]);
      return;
    }
    for (const pid of processes) end(pid);
    await Promise.race([ended, waited(closeTimeoutMs)]);
  }

  return { browser, ended, isRunning: () => !running.ended, kill };
}

function waited(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
