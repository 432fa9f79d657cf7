import { type FeatureSwitches, isSwitchedOff } from '@learnt/contract/team-values'
import type { NavNode } from './navigation.ts'

/** A navigation without what is switched off, and without groups that are empty then. */
export function withoutSwitchedOff(nodes: readonly NavNode[], features: FeatureSwitches): NavNode[] {
  return nodes.flatMap<NavNode>((node) => {
    if (node.type === 'divider') return [node]
    if (!('children' in node)) return isSwitchedOff(node.href, features) ? [] : [node]
    const children = withoutSwitchedOff(node.children, features)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
