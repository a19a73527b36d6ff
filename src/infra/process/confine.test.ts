import { expect, test } from 'vitest';
import { type ChildUser, userArguments } from './child-user.ts';
import { confine, tryBoxes } from './confine.ts';

const find = (tool: string) => `/tools/${tool}`;
const none = () => null;
const someone: ChildUser = { uid: 60_899, gid: 60_900 };
const here = import.meta.filename;

const noBox = { works: false, user: null };
const machine = (more: Partial<Parameters<typeof confine>[3] & object> = {}) => ({
  platform: 'linux',
  find,
  box: () => noBox,
  userFor: none,
  ...more,
});
const line = ({ command, args }: { command: string; args: string[] }) => [command, ...args].join(' ');
const plain = userArguments(null, { mayGain: false }).join(' ');
const changed = userArguments(someone, { mayGain: false }).join(' ');

const system =
  '--ro-bind-try /usr /usr --ro-bind-try /bin /bin --ro-bind-try /sbin /sbin --ro-bind-try /lib /lib --ro-bind-try /lib32 /lib32 --ro-bind-try /lib64 /lib64 --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /nix/store /nix/store';
const closed = '--die-with-parent --new-session --proc /proc --dev /dev';
const ownBox = `/tools/bwrap --unshare-all --cap-drop ALL ${closed} --tmpfs /tmp`;
const othersBox = `/tools/bwrap --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP ${closed} --perms 1777 --tmpfs /tmp`;

test('a child is confined by what there is', () => {
  const run = (options: Parameters<typeof confine>[2], more = {}) => {
    const { boxed, ...command } = confine('/bin/a', ['b', 'c'], options, machine(more));
    expect(boxed).toBe(false);
    return line(command);
  };
  expect(run({})).toBe(`/tools/setpriv --pdeathsig KILL ${plain} -- /bin/a b c`);
  expect(run({ keepUser: true })).toBe('/tools/setpriv --pdeathsig KILL -- /bin/a b c');
  expect(run({}, { userFor: () => someone })).toBe(`/tools/setpriv --pdeathsig KILL ${changed} -- /bin/a b c`);
  expect(run({ keepUser: true }, { userFor: () => someone })).toBe('/tools/setpriv --pdeathsig KILL -- /bin/a b c');
  expect(run({}, { find: none })).toBe('/bin/a b c');
  expect(run({ limits: {} }, { find: none })).toBe('/bin/a b c');
  expect(run({ limits: { cpuSeconds: 1 }, sandbox: { readOnly: [] } }, { platform: 'darwin' })).toBe('/bin/a b c');
  expect(run({ mayGain: true }, { userFor: () => someone })).toBe(
    `/tools/setpriv --pdeathsig KILL ${userArguments(someone, { mayGain: true }).join(' ')} -- /bin/a b c`,
  );
});

test('a child has the limits that it is given', () => {
  const limited = (limits: NonNullable<Parameters<typeof confine>[2]['limits']>) =>
    line(confine('/bin/a', ['b'], { limits, keepUser: true }, machine())).split(' -- ')[0];
  expect(limited({})).toBe('/tools/prlimit --core=0');
  expect(limited({ dataBytes: 1, addressSpaceBytes: 2, cpuSeconds: 3, fileSizeBytes: 0, openFiles: 4 })).toBe(
    '/tools/prlimit --core=0 --data=1 --as=2 --cpu=3 --fsize=0 --nofile=4',
  );
  expect(limited({ fileSizeBytes: 5 })).toBe('/tools/prlimit --core=0 --fsize=5');
  expect(line(confine('/bin/a', ['b'], { limits: { cpuSeconds: 3 }, keepUser: true }, machine()))).toBe(
    '/tools/prlimit --core=0 --cpu=3 -- /tools/setpriv --pdeathsig KILL -- /bin/a b',
  );
});

test('the user of a child has to be able to read what it needs', () => {
  let asked: readonly string[] = [];
  const userFor = (paths: readonly string[]) => {
    asked = paths;
    return null;
  };
  confine('/bin/a', [], { needs: ['/x', '/y'], sandbox: { readOnly: [{ from: '/in', to: '/to' }] } }, machine({ userFor }));
  expect(asked).toEqual(['/bin/a', '/x', '/y', '/in']);
  confine('/bin/b', [], {}, machine({ userFor }));
  expect(asked).toEqual(['/bin/b']);
});

test('a boxed child sees the system and its own files, without network and capabilities', () => {
  const sandbox = {
    readOnly: [
      { from: here, to: '/data/in/a.ts' },
      { from: '/nowhere/at/all', to: '/data/b' },
    ],
    writable: [{ from: '/tmp/out', to: '/run/out' }],
  };
  const boxedBy = (user: ChildUser | null, options = {}) => {
    const userFor = () => {
      throw new Error('the box has its own user');
    };
    const { boxed, ...command } = confine(
      '/bin/a',
      ['b'],
      { sandbox, ...options },
      machine({ box: () => ({ works: true, user }), userFor }),
    );
    expect(boxed).toBe(true);
    return line(command);
  };
  const bound = `--ro-bind ${here} /data/in/a.ts --bind /tmp/out /run/out`;
  const killed = '/tools/setpriv --pdeathsig KILL --';
  expect(boxedBy(null)).toBe(`${killed} ${ownBox} ${system} ${bound} -- /bin/a b`);
  const parents = ['/data', '/data/in', '/etc', '/run'].map((path) => `--perms 0755 --dir ${path}`).join(' ');
  expect(boxedBy(someone)).toBe(`${killed} ${othersBox} ${parents} ${system} ${bound} -- /tools/setpriv ${changed} -- /bin/a b`);
  expect(boxedBy(someone, { mayGain: true })).toContain(
    `-- /tools/setpriv ${userArguments(someone, { mayGain: true }).join(' ')} -- /bin/a`,
  );
  // Without a sandbox there is no box.
  expect(confine('/bin/a', [], {}, machine({ box: () => ({ works: true, user: null }) })).boxed).toBe(false);
});

test('a box makes no folder of the system, nor those above a file of the temporary folder', () => {
  const sandbox = {
    readOnly: [
      { from: here, to: '/usr/share/x/a' },
      { from: here, to: '/tmp/deep/a' },
      { from: here, to: '/usrlocal/a' },
    ],
  };
  const box = () => ({ works: true, user: someone });
  const said = line(confine('/bin/a', [], { sandbox }, machine({ box })));
  expect(said.match(/--dir \S+/g)).toEqual(['--dir /etc', '--dir /run', '--dir /tmp/deep', '--dir /usrlocal']);
  expect(said).toContain(`--ro-bind ${here} /usrlocal/a -- /tools/setpriv`);
});

test('a box is tried with another user, then without', () => {
  const tried: string[] = [];
  const trial = (works: (argv: string) => boolean, user: ChildUser | null = someone, more = {}) => {
    tried.length = 0;
    const runs = (argv: string[]) => {
      tried.push(argv.join(' '));
      return works(argv.join(' '));
    };
    return tryBoxes({ platform: 'linux', find, user: () => user, runs, ...more });
  };
  const own = `${ownBox} ${system} -- /usr/bin/true`;
  const others = `${othersBox} --perms 0755 --dir /etc --perms 0755 --dir /run ${system} -- /tools/setpriv ${changed} -- /usr/bin/true`;
  expect(trial(() => true)).toEqual({ works: true, user: someone });
  expect(tried).toHaveLength(1);
  expect(tried[0]?.replace(/ --perms 0755 --dir \S+/g, '')).toBe(others.replace(/ --perms 0755 --dir \S+/g, ''));
  expect(trial((argv) => !argv.includes('setpriv'))).toEqual({ works: true, user: null });
  expect(tried).toHaveLength(2);
  expect(tried[1]).toBe(own);
  expect(trial(() => false)).toEqual({ works: false, user: null });
  expect(trial(() => true, null)).toEqual({ works: true, user: null });
  expect(tried).toEqual([own]);
  expect(trial(() => true, someone, { platform: 'darwin' })).toEqual({ works: false, user: null });
  expect(trial(() => true, someone, { find: none })).toEqual({ works: false, user: null });
  expect(tried).toEqual([]);
});
