// Bundles the page of the player's tests into one script.
export default {
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: { input: `${import.meta.dirname}/host.ts`, output: { entryFileNames: 'host.js' } },
  },
}
