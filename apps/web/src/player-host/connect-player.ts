import type { Launch } from '@learnt/contract/learning'
import {
  isPlayerReady,
  type PlayerCommand,
  type PlayerErrorCode,
  type PlayerEvent,
  type PlayerStart,
  playerAllow,
  playerProtocol,
  playerSandbox,
  readPlayerEvent,
} from '@learnt/contract/player'
import { forgetCommit, keepCommit, listKeptCommits } from './kept-commits.ts'

/** What the frame tells. All of it are hints: a package can speak in the player's name, so fetch before you show. */
export interface PlayerListeners {
  onReady?(of: { several: boolean }): void
  /** Everything is on the server since `at`, by the server's clock. `end`: the package said goodbye. */
  onSaved?(at: string, end: boolean): void
  /** Something is not on the server yet; `offline` once a send has failed. */
  onUnsaved?(offline: boolean): void
  onProgress?(progress: Extract<PlayerEvent, { type: 'progress' }>): void
  onExit?(reason: Extract<PlayerEvent, { type: 'exit' }>['reason']): void
  onError?(code: PlayerErrorCode): void
}

export interface PlayerOptions extends PlayerListeners {
  frame: HTMLIFrameElement
  launch: Launch
  title: string
  language: string
  direction: 'ltr' | 'rtl'
  scheme: 'light' | 'dark'
  /** Launches again when the token has run out after some hours. */
  renew(): Promise<Launch>
}

export interface ConnectedPlayer {
  /**
   * Lets the package say its last words and waits until they are saved, 3 seconds at most. True when they are on the
   * server; else they wait on this device for the next launch. Remove the frame afterwards, not before.
   */
  close(): Promise<boolean>
  /** Stops listening at once, for a page that goes away by itself. */
  disconnect(): void
}

const closePatience = 3000

/** Opens the player in a frame and shakes hands with it. The token goes to it by message, never in an address. */
export function connectPlayer(options: PlayerOptions): ConnectedPlayer {
  const { frame, launch } = options
  const channel = new MessageChannel()
  let closed: ((saved: boolean) => void) | undefined
  let answered = false
  // Packages look for their API in the opener of the topmost window, too, where each look may be a SecurityError.
  window.opener = null

  const hear = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== launch.contentOrigin || !isPlayerReady(event.data))
      return
    // Once: a package could navigate its own window to a page that asks again.
    if (answered) return
    answered = true
    void answer()
  }

  async function answer(): Promise<void> {
    const start: PlayerStart = {
      learnt: 'player-start',
      protocol: playerProtocol,
      token: launch.token,
      epoch: launch.epoch,
      mode: launch.mode,
      language: options.language,
      direction: options.direction,
      scheme: options.scheme,
      title: options.title,
      pending: await listKeptCommits(launch.attemptId),
    }
    frame.contentWindow?.postMessage(start, launch.contentOrigin, [channel.port2])
  }

  function take(event: PlayerEvent): void {
    switch (event.type) {
      case 'ready':
        options.onReady?.({ several: event.several })
        break
      case 'saved':
        options.onSaved?.(event.at, event.end)
        break
      case 'unsaved':
        options.onUnsaved?.(event.offline)
        break
      case 'progress':
        options.onProgress?.(event)
        break
      case 'exit':
        options.onExit?.(event.reason)
        break
      case 'error':
        options.onError?.(event.code)
        break
      case 'closed':
        closed?.(event.saved)
        break
      case 'renew':
        void renew()
        break
      case 'journal-put':
        if (event.record.attemptId === launch.attemptId) void keepCommit(event.record)
        break
      case 'journal-delete':
        if (event.attemptId === launch.attemptId) void forgetCommit(event)
    }
  }

  async function renew(): Promise<void> {
    try {
      const { token, epoch } = await options.renew()
      tell({ type: 'renewed', token, epoch })
    } catch {
      options.onError?.('not-allowed')
    }
  }

  function tell(command: PlayerCommand): void {
    channel.port1.postMessage(command)
  }

  window.addEventListener('message', hear)
  channel.port1.onmessage = (message: MessageEvent<unknown>) => {
    const event = readPlayerEvent(message.data)
    if (event !== null) take(event)
  }
  frame.setAttribute('sandbox', playerSandbox)
  frame.allow = playerAllow
  frame.src = launch.playerUrl

  const disconnect = () => {
    window.removeEventListener('message', hear)
    channel.port1.close()
  }
  return {
    disconnect,
    async close() {
      if (!answered) {
        disconnect()
        return true
      }
      const saved = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), closePatience)
        closed = (result) => {
          clearTimeout(timer)
          resolve(result)
        }
        tell({ type: 'close' })
      })
      disconnect()
      return saved
    },
  }
}
