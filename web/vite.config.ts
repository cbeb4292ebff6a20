import { defineConfig, type Plugin } from 'vite';

/** A report holds the script inside its own element: nothing in it may end that element. */
function inlinable(): Plugin {
  return {
    name: 'erfd-inlinable',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [inlinable()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 100_000,
    chunkSizeWarningLimit: 1500,
    modulePreload: false,
  },
  server: { host: '127.0.0.1' },
});
