import { minifySync, type Plugin } from 'vite'

/** The scripts that stand in the page itself, without their comments: they are fetched anew with every page. */
export function inlineScripts(): Plugin {
  return {
    name: 'learnt-inline-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/(<script(?![^>]*\ssrc=)[^>]*>)([\s\S]*?)(<\/script>)/g, (_all, begin, text, end) => {
          const { code, errors } = minifySync('inline.js', text as string, { module: false })
          if (errors.length > 0) throw new Error(`A script of index.html cannot be read: ${errors[0]?.message}`)
          return begin + code.trim() + end
        }),
    },
  }
}
