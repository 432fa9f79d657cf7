import './ui/theme/fonts.css'
import './guest/guest.css'

// NOTE what main.tsx imports runs for longer than anybody takes to look: the picture of the last visit (index.html) comes
// before it. Nothing may be imported here that the rest shares.
const { picture } = globalThis as { picture?: { drawn?: Promise<unknown>; end: () => void } }
void Promise.resolve(picture?.drawn)
  .then(() => {
    const main = import('./main.tsx')
    setTimeout(warmUp)
    return main
  })
  .catch((error: unknown) => {
    picture?.end()
    throw error
  })

/**
 * The first formatter of a kind in a page reads its tables, a tenth of a second on a slow telephone: done while the files
 * are on their way, not while the first page is drawn.
 */
function warmUp(): void {
  if (document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content !== 'yes') return
  const { lang } = document.documentElement
  new Intl.NumberFormat(lang, { style: 'percent' }).format(0)
  new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(0)
  new Intl.PluralRules(lang).select(0)
}
