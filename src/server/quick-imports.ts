import module from 'node:module';

/** Node reads the long `exports` lists of these packages for each module: 0.4 s and 160 MB at each start for drizzle-orm. */
const largePackages = ['/node_modules/drizzle-orm/', '/node_modules/better-auth/'];

/** Relative imports inside such packages name ES module files. Call before importing them. */
export function installQuickImports(): void {
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context;
      if (!specifier.startsWith('.') || !parentURL || !/\.m?js$/.test(specifier)) return nextResolve(specifier, context);
      if (!largePackages.some((name) => parentURL.includes(name))) return nextResolve(specifier, context);
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    },
  });
}
