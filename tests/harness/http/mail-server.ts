/** A mail server on loopback that keeps what it gets, and can refuse or fall silent. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** Whole mails to an address, in the order in which they came, also those that were never acknowledged. */
  to(address: string): string[];
  /** The next mails are taken but not acknowledged. */
  silent: boolean;
  /** The next mail to it is refused for now. */
  refuseOnce(address: string): void;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const received: { to: string[]; message: string }[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (!refused.delete(address)) return done();
      done(Object.assign(new Error('come back later'), { responseCode: 451 }));
    },
    onData(stream, session, done) {
      void text(stream).then((message) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message });
        if (!found.silent) done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to: (address) => received.filter(({ to }) => to.includes(address)).map(({ message }) => message),
    silent: false,
    refuseOnce: (address) => void refused.add(address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return found;
}
