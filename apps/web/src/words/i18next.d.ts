import type { DefaultNamespace, Namespace } from 'i18next'
import type { Catalogues } from './catalogues.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key> = Key extends `${infer Name}_${PluralForm}` ? Name : Key

/** Every key of a catalogue with its text; plural forms under their common key. */
type Leaves<Part, Path extends string = ''> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? [`${Path}${WithoutForm<Key> & string}`, Part[Key]]
    : Leaves<Part[Key], `${Path}${Key}.`>
}[keyof Part & string]
type ByKey<Leaf extends [string, string]> = { [One in Leaf as One[0]]: One[1] }
type Texts = { [Name in keyof Catalogues]: ByKey<Leaves<Catalogues[Name]>> }

/** What a text names in double braces. */
type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never
type Values<Text> = { [Name in Names<Text>]: Name extends 'count' ? number : string | number }

/** Keys of texts that name nothing, and of those that name something. */
type PlainOf<Of> = { [Key in keyof Of]: [Names<Of[Key]>] extends [never] ? Key : never }[keyof Of]
type PlainKeys = { [Name in keyof Catalogues]: PlainOf<Texts[Name]> & string }
type FilledKeys = { [Name in keyof Catalogues]: Exclude<keyof Texts[Name], PlainKeys[Name]> & string }

type First<Ns> = (Ns extends readonly [infer One, ...unknown[]] ? One : Ns) & keyof Catalogues
/** `key` of the first catalogue, `name:key` of all where there are several. */
type KeysIn<Ns, Keys extends Record<keyof Catalogues, string>> =
  | Keys[First<Ns>]
  | (Ns extends readonly (infer Name extends keyof Catalogues)[]
      ? { [One in Name]: `${One}:${Keys[One]}` }[Name]
      : never)
type TextOf<Ns, Key> = Key extends `${infer Name extends keyof Catalogues}:${infer Rest}`
  ? Texts[Name][Rest & keyof Texts[Name]]
  : Texts[First<Ns>][Key & keyof Texts[First<Ns>]]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Catalogues
  }

  /**
   * The library's own signature works all keys out anew for each kind of options: a third of the time that the types of
   * this application take. These come first, refuse the same, and leave to it what is none of theirs.
   */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (key: KeysIn<Ns, PlainKeys>, options?: { defaultValue: string }): string
    <const Key extends KeysIn<Ns, FilledKeys>>(key: Key, values: Values<TextOf<Ns, Key>>): string
  }
}
