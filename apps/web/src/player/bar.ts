import type { PackageItem } from '@learnt/contract/packages'
import type { ScoStatus } from '@learnt/contract/runtime'
import {
  type ChoiceLock,
  choiceLock,
  findLeaf,
  type Leaf,
  nextLeaf,
  type Outline,
  previousLeaf,
  type Statuses,
} from './navigation.ts'
import { fill, type Words } from './words/words-for.ts'

export interface BarState {
  outline: Outline
  current: Leaf | undefined
  statuses: Statuses
  /** Said below the bar, and read aloud. */
  note: string
}

export interface Bar {
  show(state: BarState): void
  /** Opens the list, where the learner has to choose. */
  openContents(): void
}

const statusKeys: Record<ScoStatus, keyof Words['status']> = {
  'not attempted': 'notAttempted',
  browsed: 'browsed',
  incomplete: 'incomplete',
  completed: 'completed',
  passed: 'passed',
  failed: 'failed',
}
/** A shape for each status, so that none depends on colour alone. */
const marks: Record<ScoStatus, string> = {
  'not attempted': '○',
  browsed: '◌',
  incomplete: '◐',
  completed: '✓',
  passed: '✓',
  failed: '✕',
}

/** The slim bar over a package of several parts: contents, previous, next, save and close. Drawn without any library. */
export function createBar(
  parent: HTMLElement,
  words: Words,
  on: { choose(id: string): void; next(): void; previous(): void; suspend(): void },
): Bar {
  const toggle = button('contents', words.contents, () => setOpen(toggle.getAttribute('aria-expanded') !== 'true'))
  toggle.setAttribute('aria-expanded', 'false')
  toggle.setAttribute('aria-controls', 'contents-list')
  const title = element('strong', 'title')
  const previous = button('previous', words.previous, on.previous)
  const next = button('next', words.next, on.next)
  const suspend = button('suspend', words.suspend, on.suspend)
  const bar = element('header', 'bar', [toggle, title, previous, next, suspend])
  const note = element('p', 'note')
  note.setAttribute('role', 'status')
  const list = element('nav', 'contents-panel')
  list.id = 'contents-list'
  list.setAttribute('aria-label', words.contents)
  list.hidden = true
  parent.append(bar, note, list)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      setOpen(false)
      toggle.focus()
    }
  })

  function setOpen(open: boolean): void {
    list.hidden = !open
    toggle.setAttribute('aria-expanded', String(open))
    toggle.setAttribute('aria-label', open ? words.closeContents : words.contents)
    if (open)
      (
        list.querySelector<HTMLElement>('[aria-current]') ?? list.querySelector<HTMLElement>('button:not(:disabled)')
      )?.focus()
  }

  return {
    openContents: () => setOpen(true),
    show({ outline, current, statuses, note: text }) {
      title.textContent = current?.item.title ?? ''
      note.textContent = text
      note.hidden = text === ''
      const hidden = new Set(current?.item.hide)
      const after = current === undefined ? null : nextLeaf(outline, current, statuses)
      const before = current === undefined ? null : previousLeaf(outline, current, statuses)
      const isLast = current !== undefined && current.index === outline.leaves.length - 1
      const isFirst = current === undefined || current.index === 0
      set(
        next,
        hidden.has('continue'),
        after === null ? (isLast ? words.noNext : words.notOffered) : null,
        after ? fill(words.nextTo, { title: after.item.title }) : words.next,
      )
      set(
        previous,
        hidden.has('previous'),
        before === null ? (isFirst ? words.noPrevious : words.notOffered) : null,
        before ? fill(words.previousTo, { title: before.item.title }) : words.previous,
      )
      suspend.hidden = hidden.has('suspendAll')
      list.replaceChildren(tree(outline.tree, outline, current, statuses))
    },
  }

  function tree(
    items: readonly PackageItem[],
    outline: Outline,
    current: Leaf | undefined,
    statuses: Statuses,
  ): HTMLElement {
    const list = element('ul', 'tree')
    for (const item of items) {
      if (!item.visible) continue
      const row = element('li', 'row')
      const leaf = findLeaf(outline, item.id)
      row.append(leaf === undefined ? element('span', 'folder', [item.title]) : entry(leaf, outline, current, statuses))
      if (item.children.length > 0) row.append(tree(item.children, outline, current, statuses))
      list.append(row)
    }
    return list
  }

  function entry(leaf: Leaf, outline: Outline, current: Leaf | undefined, statuses: Statuses): HTMLElement {
    const status = statuses.get(leaf.item.id) ?? 'not attempted'
    const lock: ChoiceLock | null = choiceLock(outline, leaf, current, statuses)
    const mark = element('span', 'mark', [marks[status]])
    mark.setAttribute('aria-hidden', 'true')
    const row = button('entry', '', () => {
      setOpen(false)
      toggle.focus()
      on.choose(leaf.item.id)
    })
    row.removeAttribute('aria-label')
    row.append(
      mark,
      element('span', 'name', [leaf.item.title]),
      element('span', 'state', [lock === null ? words.status[statusKeys[status]] : words.lock[lock]]),
    )
    row.dataset.status = status
    // aria-disabled and not disabled: the reason can be reached and read.
    if (lock !== null) row.setAttribute('aria-disabled', 'true')
    if (leaf.item.id === current?.item.id) row.setAttribute('aria-current', 'step')
    return row
  }
}

function set(control: HTMLButtonElement, hidden: boolean, reason: string | null, label: string): void {
  control.hidden = hidden
  control.setAttribute('aria-disabled', String(reason !== null))
  control.title = reason ?? label
  control.setAttribute('aria-label', reason === null ? label : `${label}. ${reason}`)
}

export function element(tag: string, className: string, children: Array<Node | string> = []): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}

export function button(className: string, label: string, onPress: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = className
  made.textContent = label
  if (label !== '') made.setAttribute('aria-label', label)
  made.addEventListener('click', () => {
    if (made.getAttribute('aria-disabled') !== 'true') onPress()
  })
  return made
}
