/** The logger. It removes secrets from every line. */
import { Writable } from 'node:stream';
import pino from 'pino';

export type Logger = pino.Logger;

export type LoggerOptions = {
  level: string;
  format: 'auto' | 'json' | 'pretty';
  secrets: readonly string[];
  write?: (line: string) => void;
  isTerminal?: boolean;
};

const secretFields = ['authorization', 'cookie', 'set-cookie', 'apiKey', 'password', 'secret', 'token', 'x-model-key'];
const redactPaths = secretFields.flatMap((name) => {
  const step = /^\w+$/.test(name) ? `.${name}` : `["${name}"]`;
  return [step.replace(/^\./, ''), `*${step}`, `*.*${step}`];
});

const levelNames: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

export function createLogger(options: LoggerOptions): Logger {
  const pretty =
    options.format === 'pretty' || (options.format === 'auto' && (options.isTerminal ?? process.stdout.isTTY === true));
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const destination = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      const line = cutSecrets(String(chunk), options.secrets);
      write(pretty ? prettyLine(line) : line);
      done();
    },
  });
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactPaths, censor: '[redacted]' },
      serializers: { err: serializeError, error: serializeError },
    },
    destination,
  );
}

/** Keeps only known fields of an error: an attached request may contain secrets. */
function serializeError(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? value.code : undefined;
  return {
    name: value.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: value.message,
    stack: value.stack,
    ...(value.cause !== undefined && depth < 5 ? { cause: serializeError(value.cause, depth + 1) } : {}),
  };
}

function cutSecrets(line: string, secrets: readonly string[]): string {
  let cut = line;
  for (const secret of secrets) {
    const inJson = JSON.stringify(secret).slice(1, -1);
    cut = cut.replaceAll(inJson, '[redacted]');
  }
  return cut;
}

function prettyLine(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg, err, ...rest } = fields;
  const name = levelNames[Number(level)] ?? 'info';
  const clock = typeof time === 'string' ? time.slice(11, 23) : '';
  const pairs = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [clock, name.toUpperCase().padEnd(5), typeof msg === 'string' ? msg : '', ...pairs].join(' ');
  return `${head.trimEnd()}\n${err === undefined ? '' : `${describeError(err)}\n`}`;
}

function describeError(err: unknown): string {
  if (typeof err !== 'object' || err === null) return `  ${String(err)}`;
  const { stack, message, cause } = err as { stack?: unknown; message?: unknown; cause?: unknown };
  const own = `  ${[stack, message].find((text) => typeof text === 'string')?.replaceAll('\n', '\n  ') ?? ''}`;
  return cause === undefined ? own : `${own}\n  caused by:\n${describeError(cause)}`;
}
