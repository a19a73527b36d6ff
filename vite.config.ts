import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { interfaceLanguages, languages } from './src/lib/languages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Words that one page asks for together, and no other page does: in one file. Folders of features and pages, `words` left out. */
const wordsOfPages: Record<string, string> = {
  // `src/web/pages/content/load-words.ts`
  ...Object.fromEntries(
    ['content', 'summaries', 'notes', 'transcripts', 'articles', 'mind-maps', 'chat'].map((place) => [place, 'content']),
  ),
  // `src/web/routes/user.videos.tsx`
  ...Object.fromEntries(
    ['library', 'library/records', 'summaries/batch-summary', 'exports/batch'].map((place) => [place, 'library']),
  ),
};

/** Where `npm run dev` sends calls: the server runs beside Vite, on PORT. */
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Tells `boot.js` which languages there are and where the first words of each are: it knows the language long before the application does. */
function wordsForBoot(): Plugin {
  return {
    name: 'words-for-boot',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const places = Object.values(bundle ?? {}).flatMap((file) => {
          const language = file.type === 'chunk' ? /src\/web\/words\/(\w+)\.ts$/.exec(file.facadeModuleId ?? '')?.[1] : undefined;
          return language ? [`data-${language}="/${file.fileName}"`] : [];
        });
        const known = interfaceLanguages.map((language) => `${language}=${languages[language].locale}`).join(' ');
        return html.replace(
          '<script src="/boot.js"',
          `<script src="/boot.js" data-languages="${known}" ${places.join(' ')}`.trimEnd(),
        );
      },
    },
  };
}

/** What pdf.js loads beside its code: workers, tables of characters, standard fonts, decoders of pictures (`src/ui/document/pdf-library.ts`). */
function filesOfPdfJs(): Plugin {
  const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const base = `assets/pdfjs-${version}`;
  const files = new Map(
    ['pdf.worker.min.mjs', 'pdf.renderer.min.mjs'].map((name) => [
      `${base}/${name}`,
      join(dirname(packageFile), 'legacy/build', name),
    ]),
  );
  for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
    const path = join(dirname(packageFile), folder);
    // WebAssembly is not allowed by the page's policy.
    for (const name of readdirSync(path))
      if (folder !== 'wasm' || /nowasm|LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)/.test(name))
        files.set(`${base}/${folder}/${name}`, join(path, name));
  }
  return {
    name: 'files-of-pdf-js',
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').slice(1).split('?')[0] ?? '');
        if (path === undefined) return next();
        if (/\.m?js$/.test(path)) response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(path));
      });
    },
  };
}

/** What the pages are made of, kept for when the server is away. What only some need and is large is kept once it was used. */
const largeParts = /\/(?:pdfjs-|pdf-view|note-editor|tus-transfer)/;

/** `/sw.js`, with the files of this build: another build is another worker, which brings its own. */
function serviceWorker(): Plugin {
  const beside = ['/boot.js', '/favicon.svg', '/icon-192.png', '/manifest.webmanifest'];
  return {
    name: 'service-worker',
    generateBundle(_options, bundle) {
      const parts = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css)$/.test(name) && !largeParts.test(`/${name}`));
      const source = readFileSync(at('./src/web/pwa/service-worker.js'), 'utf8');
      const hash = createHash('sha256').update(source);
      for (const name of [...parts].sort()) hash.update(name);
      for (const name of beside) hash.update(readFileSync(at(`./src/web/public${name}`)));
      hash.update(readFileSync(at('./src/web/index.html')));
      const files = [...parts.map((name) => `/${name}`), ...beside];
      const build = JSON.stringify({ version: hash.digest('hex').slice(0, 16), files });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: source.replace('self.__BUILD__', build) });
    },
  };
}

export default defineConfig({
  root: at('./src/web'),
  publicDir: at('./src/web/public'),
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    manifest: true,
    // The texts of the licences of all that is bundled: /licences.md.
    license: { fileName: 'licences.md' },
    target: 'es2022',
    rolldownOptions: {
      // Its modules only declare, but do not say so: without this, its WebSocket and server parts come along.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id) => {
                const [, place = '', part = '', language] =
                  /\/(?:features|pages)\/([\w-]+)\/words(\/[\w-]+)?\/(\w+)\.ts$/.exec(id) ?? [];
                const page = wordsOfPages[place + part];
                return page === undefined ? null : `${page}-words-${language}`;
              },
            },
            // A request costs more than the few hundred bytes of an icon: those of more than one part are one file.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
            // What every page needs, in one file: it packs smaller than in pieces, and stays cached when pages change.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|query-core|react-query)|@trpc|i18next|react-i18next|clsx|zustand)[\\/]/,
            },
            // What the application itself needs before any page.
            { name: 'shell', tags: ['$initial'], test: /[\\/]src[\\/](?:i18n|lib|rpc|ui)[\\/]/ },
          ],
        },
      },
    },
    // Sizes are reported by the bench, from the files as they are served.
    reportCompressedSize: false,
  },
  resolve: { tsconfigPaths: true },
  plugins: [
    // Before react(): it rewrites the route files that react() then compiles.
    tanstackRouter({
      target: 'react',
      routesDirectory: at('./src/web/routes'),
      generatedRouteTree: at('./src/web/route-tree.gen.ts'),
      autoCodeSplitting: true,
    }),
    react(),
    tailwindcss(),
    wordsForBoot(),
    filesOfPdfJs(),
    serviceWorker(),
  ],
  server: {
    port: Number(process.env.GLEANER_DEV_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': { target: server, changeOrigin: false } },
  },
});
