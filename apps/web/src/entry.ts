import './ui/theme/fonts.css'
import './guest/guest.css'

// NOTE what main.tsx imports runs for longer than anybody takes to look: the picture of the last visit (index.html) comes
// before it. Nothing may be imported here that the rest shares.
const { picture } = globalThis as { picture?: { drawn?: Promise<unknown>; end: () => void } }
void Promise.resolve(picture?.drawn)
  .then(() => import('./main.tsx'))
  .catch((error: unknown) => {
    picture?.end()
    throw error
  })
