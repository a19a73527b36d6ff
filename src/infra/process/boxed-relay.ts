/** The first program in a sandbox: `<socket> <port> <program> [argument…]`. Forwards a local port to the guard's socket. */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [socketPath = '', port = '', command = '', ...args] = process.argv.slice(2);

const relay = createServer((client) => {
  const guard = connect(socketPath);
  client.on('error', () => guard.destroy());
  guard.on('error', () => client.destroy());
  client.pipe(guard).pipe(client);
});

relay.listen(Number(port), '127.0.0.1', () => {
  const { NODE_COMPILE_CACHE: _ours, ...env } = process.env;
  const child = spawn(command, args, { stdio: 'inherit', env });
  child.once('error', () => process.exit(127));
  child.once('exit', (code) => process.exit(code ?? 1));
});
