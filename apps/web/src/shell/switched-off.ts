import { type FeatureSwitches, featureOfPath } from '@learnt/contract/team-values'
import type { NavNode } from './navigation.ts'

/** Whether an address belongs to a part of the product that the tenant does without. */
export function isSwitchedOff(pathname: string, features: FeatureSwitches): boolean {
  const feature = featureOfPath(pathname)
  return feature !== null && !features[feature]
}

/** A navigation without what is switched off, and without groups that are empty then. */
export function withoutSwitchedOff(nodes: readonly NavNode[], features: FeatureSwitches): NavNode[] {
  return nodes.flatMap<NavNode>((node) => {
    if (node.type === 'divider') return [node]
    if (!('children' in node)) return isSwitchedOff(node.href, features) ? [] : [node]
    const children = withoutSwitchedOff(node.children, features)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
