import { cutText } from '@learnt/contract/cut-text'
import { type PlayerErrorCode, type PlayerEvent, playerAllow, playerSandbox } from '@learnt/contract/player'
import type { RuntimeCall, RuntimeState, ScoStatus } from '@learnt/contract/runtime'
import type { Elements } from '@learnt/contract/runtime-delta'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import { type Bar, button, createBar, element } from './bar.ts'
import { type Connection, connect, endSearchHere } from './connection.ts'
import { gatherCommits, type Journal, openJournal } from './journal.ts'
import {
  buildOutline,
  choiceLock,
  findLeaf,
  firstLeaf,
  type Leaf,
  nextLeaf,
  type Outline,
  previousLeaf,
} from './navigation.ts'
import { Outbox, type Said } from './outbox.ts'
import type { NavigationRequest, OpenRuntime, Runtime } from './runtime.ts'
import { connectServer, type ServerConnection } from './server.ts'
import { fill, type Words, wordsFor } from './words/words-for.ts'

/** Runs the player in this window: handshake, what waits in the local queue, state, and only then the package. */
export async function startPlayer(openRuntime: OpenRuntime): Promise<void> {
  const appOrigin = document.querySelector<HTMLMetaElement>('meta[name="learnt-app"]')?.content ?? ''
  const connection = await connect(appOrigin)
  endSearchHere()
  const { start } = connection
  document.documentElement.lang = start.language
  document.documentElement.dir = start.direction
  document.documentElement.dataset.scheme = start.scheme
  document.title = start.title
  const words = wordsFor(start.language)
  const server = connectServer(appOrigin)
  const stage = document.getElementById('stage') ?? document.body
  const journal = await openJournal({
    put: (record) => connection.tell({ type: 'journal-put', record }),
    remove: ({ attemptId, epoch, sco, seq }) => connection.tell({ type: 'journal-delete', attemptId, epoch, sco, seq }),
    pending: start.pending,
  })
  const state = await loadState(connection, server, journal, stage, words)
  stage.replaceChildren()
  new Player(state, connection, server, journal, stage, words, openRuntime).begin()
}

/** Asks until there is an answer; what an earlier launch left is sent first, so that the state has it in it. */
async function loadState(
  connection: Connection,
  server: ServerConnection,
  journal: Journal,
  stage: HTMLElement,
  words: Words,
): Promise<RuntimeState> {
  stage.replaceChildren(element('p', 'waiting', [words.loading]))
  for (let failures = 0; ; ) {
    try {
      const { status, state } = await server.state(connection.start.token)
      if (state !== null) {
        const sent = state.mode === 'normal' && (await replay(connection.start.token, server, journal, state))
        if (!sent) return state
        const after = await server.state(connection.start.token)
        if (after.state !== null) return after.state
      } else if (status === 401 || status === 403 || status === 404) {
        void showError(stage, words, 'not-allowed')
        connection.tell({ type: 'error', code: 'not-allowed' })
        return await new Promise<never>(() => undefined)
      }
    } catch {
      // No answer: the same as an answer that is no state.
    }
    failures++
    if (failures >= 4) {
      connection.tell({ type: 'error', code: 'state-failed' })
      await showError(stage, words, 'state-failed')
      stage.replaceChildren(element('p', 'waiting', [words.loading]))
      failures = 0
    } else await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** failures))
  }
}

/** Sends the commits that waited on this device. True when there were any. */
async function replay(
  token: string,
  server: ServerConnection,
  journal: Journal,
  state: RuntimeState,
): Promise<boolean> {
  const earlier = (await journal.pending(state.attemptId)).filter((record) => record.epoch < state.epoch)
  const commits = gatherCommits(state.journalKey, earlier)
  for (const [record, commit] of commits) {
    const { status, reply } = await server.commit(token, JSON.stringify(commit), false)
    // Refused for good, a duplicate or too late: all of them have nothing to wait for any more.
    if (reply === null && (status >= 500 || status === 429)) throw new Error('Not now')
    journal.remove(record)
  }
  for (const record of earlier) journal.remove(record)
  return commits.length > 0
}

/** Resolves when the learner asks to try again; only a lost connection offers that. */
function showError(stage: HTMLElement, words: Words, code: PlayerErrorCode): Promise<void> {
  const text = element('p', '', [words.error[code]])
  const box = element('div', 'problem', [text])
  box.setAttribute('role', 'alert')
  stage.replaceChildren(box)
  return new Promise((resolve) => {
    if (code === 'state-failed') box.append(button('retry', words.retry, resolve))
  })
}

// ---- playing ---------------------------------------------------------------------------------------------------

interface Played {
  leaf: Leaf
  visit: number
  frame: HTMLIFrameElement
  /** Null for an asset, which has nothing to say. */
  runtime: Runtime | null
  initializedAt: number | null
  timer: ReturnType<typeof setTimeout> | undefined
  /** We take it away: what it asks for in its goodbye counts for nothing. */
  leaving: boolean
  ended: boolean
}

interface Kept {
  status: ScoStatus
  cmi: Elements | null
  suspended: boolean
  opened: boolean
  totalSeconds: number
}

class Player {
  readonly #state: RuntimeState
  readonly #connection: Connection
  readonly #journal: Journal
  readonly #stage: HTMLElement
  readonly #words: Words
  readonly #openRuntime: OpenRuntime
  readonly #outline: Outline
  readonly #kept = new Map<string, Kept>()
  readonly #outbox: Outbox | null
  #bar: Bar | null = null
  #place: HTMLElement
  #played: Played | null = null
  #visits = 0
  #note = ''
  #moving = false

  constructor(
    state: RuntimeState,
    connection: Connection,
    server: ServerConnection,
    journal: Journal,
    stage: HTMLElement,
    words: Words,
    openRuntime: OpenRuntime,
  ) {
    this.#state = state
    this.#connection = connection
    this.#journal = journal
    this.#stage = stage
    this.#words = words
    this.#openRuntime = openRuntime
    this.#place = element('main', 'place')
    this.#outline = buildOutline(state.package.organization, state.package.kind === 'scorm12' ? '1.2' : '2004')
    for (const sco of state.scos) {
      const { status, cmi, suspended, opened, totalSeconds } = sco
      this.#kept.set(sco.id, { status, cmi, suspended, opened, totalSeconds })
    }
    // Looking again and trying out write nothing at all.
    this.#outbox = state.mode === 'normal' ? this.#makeOutbox(server) : null
  }

  begin(): void {
    const { outline, state } = { outline: this.#outline, state: this.#state }
    const several = outline.leaves.length > 1
    this.#note = state.mode === 'normal' ? '' : this.#words[state.mode]
    if (several) {
      this.#bar = createBar(this.#stage, this.#words, {
        choose: (id) => void this.#go(findLeaf(outline, id)),
        next: () => void this.#go(this.#played && nextLeaf(outline, this.#played.leaf, this.#statuses()), 'continue'),
        previous: () =>
          void this.#go(this.#played && previousLeaf(outline, this.#played.leaf, this.#statuses()), 'previous'),
        suspend: () => void this.#leaveAll('suspendAll'),
      })
    } else if (this.#note !== '') this.#stage.append(element('p', 'note', [this.#note]))
    this.#stage.append(this.#place)
    this.#connection.listen((command) => {
      if (command.type === 'close') void this.#close()
      else this.#outbox?.renew(command.token, command.epoch)
    })
    this.#watchPage()
    this.#connection.tell({ type: 'ready', several })
    this.#tellProgress(state.attempt)
    const first = firstLeaf(outline, state.open, this.#statuses())
    if (first === null) {
      this.#tell({ type: 'error', code: 'nothing-to-open' })
      void showError(this.#place, this.#words, 'nothing-to-open')
      return
    }
    const mayOpen =
      choiceLock(outline, first, undefined, this.#statuses()) === null ||
      first.above.every((folder) => folder.controls.flow)
    if (mayOpen || !several) this.#open(first)
    else {
      this.#note = this.#words.choose
      this.#draw()
      this.#bar?.openContents()
    }
  }

  // ---- items

  #open(leaf: Leaf): void {
    const { item } = leaf
    const kept = this.#kept.get(item.id)
    const visit = ++this.#visits
    const frame = document.createElement('iframe')
    frame.className = 'content'
    frame.title = fill(this.#words.frame, { title: item.title })
    frame.allow = playerAllow
    frame.setAttribute('sandbox', playerSandbox)
    const played: Played = {
      leaf,
      visit,
      frame,
      runtime: null,
      initializedAt: null,
      timer: undefined,
      leaving: false,
      ended: false,
    }
    this.#played = played
    if (item.type !== 'asset') {
      const runtime = this.#openRuntime(
        {
          item,
          mode: this.#state.mode,
          learner: this.#state.learner,
          before: kept?.cmi ?? null,
          entry: kept?.opened !== true ? 'ab-initio' : kept.suspended ? 'resume' : '',
          totalSeconds: kept?.totalSeconds ?? 0,
          mayNavigate: (request, target) => this.#mayNavigate(leaf, request, target),
        },
        {
          onCall: (call) => {
            this.#noteCall(item.id, call)
            // Stored with the next commit: the package's own, or half a second later without one.
            if (call.fn === 'SetValue' && call.error === '0') this.#outbox?.expectMore()
          },
          onStore: (end) => {
            if (end) played.ended = true
            this.#store(played)
          },
          onInitialize: () => this.#startClock(played),
          onTerminate: (request) => this.#ended(played, request),
        },
      )
      played.runtime = runtime
      // Only now: the package calls it while its first page loads.
      ;(window as unknown as Record<string, unknown>)[runtime.name] = runtime.api
    }
    this.#noteCall(item.id, { fn: 'opened', result: '', error: '0' })
    frame.src = `${this.#state.contentBase}${item.href ?? ''}`
    this.#place.replaceChildren(frame)
    if (this.#state.mode === 'normal') this.#note = ''
    this.#draw()
    this.#keep(played)
    if (played.runtime === null) {
      played.ended = true
      this.#store(played)
    } else if (kept?.opened !== true) this.#store(played)
  }

  #startClock(played: Played): void {
    played.initializedAt = performance.now()
    const { maxTimeAllowed, timeLimitAction } = played.leaf.item
    if (maxTimeAllowed === null || !timeLimitAction.startsWith('exit')) return
    const left = maxTimeAllowed - (this.#kept.get(played.leaf.item.id)?.totalSeconds ?? 0)
    const wait = Math.min(Math.max(0, left) * 1000, 2 ** 31 - 1)
    played.timer = setTimeout(() => {
      if (this.#played === played) void this.#timeIsUp(timeLimitAction.endsWith(',message'))
    }, wait)
  }

  async #timeIsUp(withMessage: boolean): Promise<void> {
    await this.#takeAway('exit')
    this.#note = withMessage ? this.#words.timeLimit : ''
    this.#draw()
    if (withMessage) this.#place.replaceChildren(element('p', 'waiting', [this.#words.timeLimit]))
    this.#tell({ type: 'exit', reason: 'timeLimit' })
  }

  /** The package said goodbye by itself. */
  #ended(played: Played, request: NavigationRequest | null): void {
    clearTimeout(played.timer)
    if (played.leaving) return
    // The package's own call has to return before its page is taken away.
    setTimeout(() => {
      if (this.#played === played) this.#follow(played, request)
    }, 0)
  }

  #follow(played: Played, request: NavigationRequest | null): void {
    const { leaf } = played
    const several = this.#bar !== null
    switch (request?.to) {
      case 'continue':
        return void this.#go(nextLeaf(this.#outline, leaf, this.#statuses()), 'continue')
      case 'previous':
        return void this.#go(previousLeaf(this.#outline, leaf, this.#statuses()), 'previous')
      case 'choice': {
        const target = findLeaf(this.#outline, request.target)
        const allowed = target !== undefined && choiceLock(this.#outline, target, leaf, this.#statuses()) === null
        return void this.#go(allowed ? target : null, 'choice')
      }
      case 'exitAll':
      case 'suspendAll':
      case 'abandonAll':
        return void this.#leaveAll(request.to)
      case 'exit':
      case 'abandon':
        if (!several) return void this.#leaveAll('exitAll')
        return void this.#takeAway(request.to).then(() => {
          this.#note = this.#words.finished
          this.#draw()
          this.#bar?.openContents()
        })
      case undefined:
        // Its last page may still be worth reading: it stays until the learner goes on.
        if (several) this.#note = this.#words.finished
        this.#draw()
        if (!several) this.#tell({ type: 'exit', reason: 'finished' })
    }
  }

  async #go(target: Leaf | null | undefined, left: Said['left'] = 'choice'): Promise<void> {
    if (target === null || target === undefined || this.#moving) return
    this.#moving = true
    try {
      await this.#takeAway(left)
      this.#open(target)
    } finally {
      this.#moving = false
    }
  }

  async #leaveAll(reason: 'exitAll' | 'suspendAll' | 'abandonAll'): Promise<void> {
    await this.#takeAway(reason === 'abandonAll' ? 'abandon' : reason)
    await this.#outbox?.whenSaved(3000)
    this.#tell({ type: 'exit', reason })
  }

  /** Lets the package say its last words, then removes it. */
  async #takeAway(left: Said['left']): Promise<void> {
    const played = this.#played
    if (played === null) return
    played.leaving = true
    clearTimeout(played.timer)
    // A navigation fires beforeunload as well, which some packages say goodbye in; a removal fires unload alone.
    await blank(played.frame)
    played.frame.remove()
    const hasNews = !played.ended || left === 'suspendAll'
    if (isOnlyLookedAt(played)) played.ended = true
    if (hasNews) this.#store(played, left)
    this.#noteCall(played.leaf.item.id, { fn: 'closed', result: left ?? '', error: '0' })
    this.#keep(played)
    if (this.#played === played) this.#played = null
    if (played.runtime !== null) delete (window as unknown as Record<string, unknown>)[played.runtime.name]
  }

  async #close(): Promise<void> {
    await this.#takeAway('exitAll')
    const saved = this.#outbox === null || (await this.#outbox.whenSaved(2800))
    this.#tell({ type: 'closed', saved })
  }

  // ---- storing

  #makeOutbox(server: ServerConnection): Outbox {
    const { attemptId, epoch, journalKey } = this.#state
    return new Outbox({
      attemptId,
      epoch,
      token: this.#connection.start.token,
      journalKey,
      journal: this.#journal,
      send: server.commit,
      onSaved: (at, end) => this.#tell({ type: 'saved', at, end }),
      onUnsaved: (offline) => this.#tell({ type: 'unsaved', offline }),
      onStored: ({ sco, attempt }) => {
        const kept = sco === null ? undefined : this.#kept.get(sco.id)
        if (sco !== null && kept !== undefined && kept.status !== sco.status) {
          kept.status = sco.status
          this.#draw()
        }
        this.#tellProgress(attempt)
      },
      onStopped: (code) => {
        this.#tell({ type: 'error', code })
        this.#cover(code)
      },
      onTokenExpired: () => this.#tell({ type: 'renew' }),
    })
  }

  /** Stores at the end of the task: a package may ask for it a thousand times in one. A page that goes away has no later. */
  #store(played: Played, left?: Said['left']): void {
    const isFirst = this.#due.size === 0
    this.#due.set(played, left ?? this.#due.get(played))
    if (this.#isLeaving) this.#storeDue()
    else {
      this.#outbox?.expectMore()
      if (isFirst) queueMicrotask(() => this.#storeDue())
    }
  }
  readonly #due = new Map<Played, Said['left']>()
  #isLeaving = false

  #storeDue(): void {
    for (const [played, left] of this.#due) this.#storeNow(played, left)
    this.#due.clear()
  }

  #storeNow(played: Played, left: Said['left']): void {
    this.#outbox?.add({
      sco: played.leaf.item.id,
      visit: played.visit,
      snapshot: played.runtime?.snapshot() ?? {},
      elapsed: played.initializedAt === null ? 0 : Math.round((performance.now() - played.initializedAt) / 10) / 100,
      initialized: played.initializedAt !== null,
      end: played.ended,
      ...(left === undefined ? {} : { left }),
    })
  }

  /** What a second opening in this window needs, as the server would tell it. */
  #keep(played: Played): void {
    const { id } = played.leaf.item
    const before = this.#kept.get(id) ?? {
      status: 'not attempted',
      cmi: null,
      suspended: false,
      opened: false,
      totalSeconds: 0,
    }
    if (played.runtime === null || played.initializedAt === null) {
      this.#kept.set(id, { ...before, opened: before.opened || played.runtime === null })
      return
    }
    const cmi = played.runtime.snapshot()
    const exit = cmi['cmi.core.exit'] ?? cmi['cmi.exit'] ?? ''
    this.#kept.set(id, {
      ...before,
      cmi,
      opened: true,
      suspended: exit === 'suspend' || !played.runtime.isTerminated,
      totalSeconds: before.totalSeconds + (performance.now() - played.initializedAt) / 1000,
    })
  }

  #noteCall(sco: string, call: Omit<RuntimeCall, 'n' | 'at' | 'sco'>): void {
    const cut = (text: string) =>
      text.length > runtimeLimits.callValueLength ? `${cutText(text, runtimeLimits.callValueLength - 1)}…` : text
    this.#outbox?.note({
      sco,
      fn: call.fn,
      ...(call.element === undefined ? {} : { element: cutText(call.element, runtimeLimits.elementLength) }),
      ...(call.value === undefined ? {} : { value: cut(call.value) }),
      result: cut(call.result),
      error: call.error.slice(0, 10),
    })
  }

  /**
   * When a tab closes, the browser notifies this page first and the package’s page after it, so from then on each call
   * is sent at once. It also notifies this page when it returns from the browser’s cache.
   */
  #watchPage(): void {
    window.addEventListener('pagehide', () => {
      this.#isLeaving = true
      this.#outbox?.leave(() => {
        const played = this.#played
        if (played === null || played.ended) return
        if (isOnlyLookedAt(played)) played.ended = true
        if (played.ended || played.runtime?.isInitialized) this.#store(played)
      })
    })
    window.addEventListener('pageshow', () => {
      this.#isLeaving = false
      this.#outbox?.comeBack()
    })
    document.addEventListener('visibilitychange', () => {
      const played = this.#played
      // Fired once more after pagehide; the room left then belongs to the package's own goodbye.
      if (this.#isLeaving) return
      // A phone may never tell anything after this.
      if (document.visibilityState === 'hidden' && played?.runtime?.isInitialized && !played.runtime.isTerminated)
        this.#store(played)
    })
    window.addEventListener('online', () => this.#outbox?.retryNow())
  }

  // ---- the learner

  #mayNavigate(from: Leaf, request: 'continue' | 'previous' | 'choice' | 'jump', target: string): boolean {
    const statuses = this.#statuses()
    if (request === 'continue') return nextLeaf(this.#outline, from, statuses) !== null
    if (request === 'previous') return previousLeaf(this.#outline, from, statuses) !== null
    const leaf = findLeaf(this.#outline, target)
    if (leaf === undefined) return false
    return request === 'jump' || choiceLock(this.#outline, leaf, from, statuses) === null
  }

  #statuses(): ReadonlyMap<string, ScoStatus> {
    return new Map([...this.#kept].map(([id, kept]) => [id, kept.status]))
  }

  #draw(): void {
    this.#bar?.show({
      outline: this.#outline,
      current: this.#played?.leaf,
      statuses: this.#statuses(),
      note: this.#note,
    })
  }

  #cover(code: PlayerErrorCode): void {
    const box = element('div', 'problem cover', [element('p', '', [this.#words.error[code]])])
    box.setAttribute('role', 'alert')
    this.#stage.append(box)
  }

  #tellProgress(attempt: RuntimeState['attempt']): void {
    const { state, progress, scorePercent } = attempt
    this.#tell({ type: 'progress', state, progress, scorePercent, item: this.#played?.leaf.item.id ?? null })
  }

  #tell(event: PlayerEvent): void {
    this.#connection.tell(event)
  }
}

/** The manifest does not say whether it is a SCO, and it never called: it was a page to look at. */
function isOnlyLookedAt({ leaf, initializedAt }: Played): boolean {
  return leaf.item.type === 'unknown' && initializedAt === null
}

/** Navigates a frame to nothing and waits until its page is gone. */
function blank(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, 1000)
    frame.addEventListener('load', done, { once: true })
    try {
      frame.contentWindow?.location.replace('about:blank')
    } catch {
      done()
    }
  })
}
