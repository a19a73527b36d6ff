// Keeps a server running: starts it again when it ends unexpectedly, passes signals on, and ends with it.
import { spawn } from 'node:child_process';

/**
 * Runs the server until it exits normally, and gives the exit code. The server reports over its channel that it is ready, and
 * should exit when that channel closes: a supervisor that is killed leaves no server behind.
 * - A first start that never gets ready is not repeated: something has to be fixed.
 * - After a later end it starts again: after `firstPauseMs`, doubled each time up to `longestPauseMs`, from the beginning once
 *   it was ready for `goodMs`. After `mostFailures` starts in a row that did not get ready, it gives up.
 */
export function supervise(command, args, { env, say, ...times }) {
  const { firstPauseMs = 1000, longestPauseMs = 30_000, goodMs = 60_000, mostFailures = 20 } = times;
  let server = null;
  let readyAt = null;
  let wasReady = false;
  let pauseMs = firstPauseMs;
  let failures = 0;
  let stoppingSince = null;
  let pause;

  return new Promise((resolve) => {
    function finish(code) {
      clearTimeout(pause);
      // The handlers stay: a late signal would otherwise replace the exit code.
      resolve(code);
    }

    function start() {
      readyAt = null;
      server = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
      server.on('message', (message) => {
        if (message?.type !== 'ready') return;
        readyAt = performance.now();
        wasReady = true;
        failures = 0;
      });
      let ended = false;
      const end = (code, signal) => {
        if (ended) return;
        ended = true;
        server = null;
        handleEnd(code, signal);
      };
      server.on('error', (error) => {
        say(error.message);
        end(1, null);
      });
      server.on('exit', end);
    }

    function handleEnd(code, signal) {
      if (stoppingSince !== null || code === 0) return finish(code ?? 1);
      if (!wasReady) return finish(code ?? 1);
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (readyAt === null && ++failures >= mostFailures) {
        say(`The server ${how}. It did not get ready in ${failures} starts in a row; giving up. Its own messages above say why.`);
        return finish(code ?? 1);
      }
      if (readyAt !== null && performance.now() - readyAt >= goodMs) pauseMs = firstPauseMs;
      say(`The server ${how} unexpectedly; starting it again in ${pauseMs / 1000} s.`);
      pause = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }

    function stop(signal) {
      const now = performance.now();
      // In a terminal the server gets the signal itself as well; a second one shortly after counts as the same signal.
      const again = stoppingSince !== null && now - stoppingSince > 1000;
      stoppingSince ??= now;
      if (!server) return finish(1);
      server.kill(again ? 'SIGKILL' : signal === 'SIGHUP' ? 'SIGTERM' : signal);
    }

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
    start();
  });
}
