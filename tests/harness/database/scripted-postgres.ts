/** A server that speaks just enough of PostgreSQL's protocol to answer as a test says, and to lose connections. */
import { createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '#db/client.ts';

/** Rows of texts under their names, an error with its code, `drop` to end the connection, or nothing for no answer at all. */
export type ScriptedAnswer = Record<string, string>[] | { code: string } | 'drop' | 'silence';

export type ScriptedPostgres = {
  connection: DatabaseConnection;
  /** Every statement, in order; `+` for each connection and `-` for each that said goodbye. */
  heard: string[];
  answer: (statement: string) => ScriptedAnswer;
  notify(channel: string, payload: string): void;
  /** Ends all connections. */
  drop(): void;
  close(): Promise<void>;
};

export async function startScriptedPostgres(): Promise<ScriptedPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, postgres);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const postgres: ScriptedPostgres = {
    connection: { host: '127.0.0.1', port, user: 'postgres', database: 'test', password: null },
    heard: [],
    answer: () => [],
    notify(channel, payload) {
      const body = Buffer.concat([Buffer.alloc(4), Buffer.from(`${channel}\0${payload}\0`)]);
      for (const socket of sockets) socket.write(message('A', body));
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      postgres.drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return postgres;
}

function serve(socket: Socket, postgres: ScriptedPostgres): void {
  let kept: Buffer = Buffer.alloc(0);
  let isOpen = false;
  socket.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      // The first message has no type.
      const head = isOpen ? 1 : 0;
      if (kept.length < head + 4) return;
      const end = head + kept.readUInt32BE(head);
      if (kept.length < end) return;
      const [type, body] = [kept.toString('latin1', 0, head), kept.subarray(head + 4, end)];
      kept = kept.subarray(end);
      if (!isOpen) {
        isOpen = true;
        postgres.heard.push('+');
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      } else if (type === 'Q') say(socket, postgres, body.toString('utf8', 0, body.length - 1));
      else if (type === 'X') {
        postgres.heard.push('-');
        socket.end();
      }
    }
  });
}

function say(socket: Socket, postgres: ScriptedPostgres, statement: string): void {
  postgres.heard.push(statement);
  const answer = postgres.answer(statement);
  if (answer === 'drop') socket.destroy();
  else if (answer === 'silence') return;
  else if (Array.isArray(answer)) socket.write(Buffer.concat([...rowsOf(answer), message('C', text('SELECT')), ready]));
  else socket.write(Buffer.concat([message('E', text('SERROR', `C${answer.code}`, 'Mscripted', '')), ready]));
}

function rowsOf(rows: Record<string, string>[]): Buffer[] {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return [];
  // Texts: no table, type 25 of any length.
  const fields = names.map((name) =>
    Buffer.concat([text(name), Buffer.from('000000000000' + '00000019' + 'ffffffffffff' + '0000', 'hex')]),
  );
  return [
    message('T', Buffer.concat([int16(names.length), ...fields])),
    ...rows.map((row) =>
      message('D', Buffer.concat([int16(names.length), ...names.map((name) => withLength(Buffer.from(row[name] ?? '')))])),
    ),
  ];
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function text(...parts: string[]): Buffer {
  return Buffer.from(parts.map((part) => `${part}\0`).join(''));
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function withLength(body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

const ready = message('Z', Buffer.from('I'));
