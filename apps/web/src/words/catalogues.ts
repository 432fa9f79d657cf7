import type { common } from './common.en.ts'
import type { future } from './future.en.ts'
import type { parts } from './parts.en.ts'
import type { problems } from './problems.en.ts'

/**
 * Every namespace, for the types of `t`. Other folders add theirs in their `words/NAME.en.ts`. A namespace is fetched when
 * the first page that uses it opens.
 */
export interface Catalogues {
  common: typeof common
  future: typeof future
  parts: typeof parts
  problems: typeof problems
}
export type Namespace = keyof Catalogues

type ArabicForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type ArabicKey<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? `${Base}_${ArabicForm}` : K

/** The shape that the German catalogue owes to the English one: the same keys, and the same two plural forms. */
export type German<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : German<T[K]>
}

/** The shape that the Arabic catalogue owes to the English one: the same keys, and all six plural forms for two. */
export type Arabic<T> = {
  readonly [K in keyof T & string as ArabicKey<K>]: T[K] extends string ? string : Arabic<T[K]>
}
