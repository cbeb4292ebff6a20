import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const bundled = ['three', 'uplot', '@codemirror/view', '@lezer/common', 'style-mod', 'crelt', 'w3c-keyname'];

/** The licences of what is bundled ask to travel with it. */
function licences(): string {
  const texts = bundled.map((name) => `${name}\n\n${readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), 'utf8')}`);
  return `/*!\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

/** A report holds the script inside its own element: nothing in it may end that element. */
function inlinable(): Plugin {
  return {
    name: 'erfd-inlinable',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = licences() + file.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
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
