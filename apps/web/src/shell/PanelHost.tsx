import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadWords } from '../words/i18n.ts'
import { onPanel, openPanel, type PanelName, readPanel, type SidePanelProps } from './panels.ts'

/** Every panel is fetched, with its words, when it is first opened. */
const files: Record<PanelName, () => Promise<ComponentType<SidePanelProps>>> = {
  search: async () => (await import('./SearchDialog.tsx')).SearchDialog,
  theme: async () => (await import('./ThemeDrawer.tsx')).ThemeDrawer,
  quick: async () => (await import('./QuickPanel.tsx')).QuickPanel,
  help: async () => (await import('./HelpDialog.tsx')).HelpDialog,
}
const names = Object.keys(files) as PanelName[]
const panels = Object.fromEntries(
  names.map((name) => [
    name,
    lazyPart(
      async () => {
        const [panel] = await Promise.all([files[name](), loadWords('panels')])
        return panel
      },
      { floats: true },
    ),
  ]),
)

/** The panels, and the keys that open them from everywhere. Rendered once, by the shell. */
export function PanelHost() {
  const open = useSyncExternalStore(onPanel, readPanel)
  const seen = useRef(new Set<PanelName>())
  if (open) seen.current.add(open)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPanel('search')
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        openPanel('help')
      }
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      openPanel(null)
    }
  }, [])
  return [...seen.current].map((name) => {
    const Panel = panels[name] as ComponentType<SidePanelProps>
    return <Panel key={name} open={open === name} onClose={() => openPanel(null)} />
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"], iframe')
}
