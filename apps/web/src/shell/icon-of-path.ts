import { knownItems } from './navigation.ts'

/** Icon of a page, as the navigation shows it. */
export function knownIconOf(path: string): string | undefined {
  return Object.values(knownItems()).find((item) => item.href === path)?.icon
}
