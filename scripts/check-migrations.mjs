// Is there a migration for everything in src/db/schema? Generates into a copy and expects nothing new.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { at, root, runPackage } from './lib/project.mjs';

const copy = mkdtempSync(at('node_modules', '.migrations-'));
try {
  cpSync(at('src', 'db', 'migrations'), copy, { recursive: true });
  const { code, output } = await runPackage(
    'drizzle-kit',
    [
      'generate',
      '--dialect',
      'postgresql',
      '--schema',
      './src/db/schema',
      '--out',
      `./${relative(root, copy).replaceAll('\\', '/')}`,
    ],
    { quiet: true },
  );
  if (code !== 0 || !output.includes('No schema changes')) {
    process.stdout.write(
      `${output}\nThe schema and its migrations differ. Run: npx drizzle-kit generate --name <what changes>\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
