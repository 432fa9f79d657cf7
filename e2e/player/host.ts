// The page that frames the player in these tests, like the learner's course page.

import { type ConnectedPlayer, connectPlayer } from '../../apps/web/src/player-host/connect-player.ts'
import type { Launch } from '../../packages/contract/src/learning.ts'

interface Host {
  events: Array<Record<string, unknown>>
  player?: ConnectedPlayer
  /** Launches and frames the package; the player's messages are in `events`. */
  open(query: string): Promise<void>
  close(): Promise<boolean>
}

const host: Host = {
  events: [],
  async open(query) {
    const launch = async () => (await (await fetch(`/launch?${query}`, { method: 'POST' })).json()) as Launch
    const frame = document.querySelector('iframe') as HTMLIFrameElement
    const note = (type: string) => (value?: unknown, more?: unknown) => {
      host.events.push({ type, value: value ?? null, more: more ?? null, at: Date.now() })
    }
    const language = new URLSearchParams(query).get('language') ?? 'en'
    host.player = connectPlayer({
      frame,
      launch: await launch(),
      title: 'Course',
      language,
      direction: language === 'ar' ? 'rtl' : 'ltr',
      scheme: 'light',
      renew: launch,
      onReady: note('ready'),
      onSaved: note('saved'),
      onUnsaved: note('unsaved'),
      onProgress: note('progress'),
      onExit: note('exit'),
      onError: note('error'),
    })
  },
  async close() {
    const saved = (await host.player?.close()) ?? true
    document.querySelector('iframe')?.remove()
    return saved
  },
}
;(window as unknown as { host: Host }).host = host
