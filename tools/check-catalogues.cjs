// Checks texts: all languages have the same keys and the same {{values}}, and every key named in the code exists.
const { existsSync, readFileSync } = require('node:fs')
const { dirname, join, relative } = require('node:path')
const { pathToFileURL } = require('node:url')
const { filesOf } = require('./launch/ready.cjs')
const { root } = require('./launch/say.cjs')

const plural = /_(zero|one|two|few|many|other)$/
/** CLDR: the forms that a count can have in each language. */
const forms = { en: ['one', 'other'], de: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] }
const languages = Object.keys(forms)
const findings = []

void main()

async function main() {
  const webKeys = new Map()
  for (const [stem, namespace] of findCatalogues('apps/web/src')) {
    const files = Object.fromEntries(languages.map((language) => [language, `${stem}.${language}.ts`]))
    webKeys.set(namespace, await compare(files, namespace))
  }
  const serverKeys = await readServer()
  checkAudit(serverKeys)

  let used = 0
  for (const file of sourcesOf('apps/web/src')) used += checkUses(file, webKeys)
  for (const file of sourcesOf('apps/server/src')) used += checkUses(file, new Map([['', serverKeys]]))

  for (const finding of findings) console.log(finding)
  const count = [...webKeys.values(), serverKeys].reduce((sum, keys) => sum + keys.size, 0)
  console.log(`${count} keys, named ${used} times, ${findings.length} findings`)
  process.exitCode = findings.length > 0 || count === 0 ? 1 : 0
}

/** The texts of the platform and of every feature make one catalogue. @returns {Promise<Set<string>>} */
async function readServer() {
  const places = new Map()
  for (const folder of findServerWords()) {
    const place = relative(root, folder)
    const files = Object.fromEntries(languages.map((language) => [language, join(folder, `${language}.ts`)]))
    for (const key of await compare(files, '')) {
      if (places.has(key)) findings.push(`${place}: ${key} is also in ${places.get(key)}`)
      else places.set(key, place)
    }
    checkRegistration(folder)
  }
  return new Set(places.keys())
}

/** Every verb and subject that a contract adds to the audit log has a text. Nouns without texts of their own have those of all verbs. */
function checkAudit(keys) {
  const named = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  for (const file of filesOf(join(root, 'packages/contract/src'))) {
    for (const [, block] of readFileSync(file, 'utf8').matchAll(/ {2}interface AuditNouns \{\n([\s\S]*?)\n {2}\}/g))
      for (const [, noun, body] of block.matchAll(/^ {4}(\w+): \{([^}]*)\}/gm)) {
        const [, verbs] = /verbs:([^;:]*)(;|\n {6}\w|$)/.exec(body) ?? []
        const [, subjects] = /subjects:([^;:]*)(;|\n {6}\w|$)/.exec(body) ?? []
        const own = `audit.actions.${noun}.`
        const place = [...keys].some((key) => key.startsWith(own)) ? own : 'audit.verbs.'
        const missing = [
          ...named(verbs).map((verb) => place + verb),
          ...named(subjects).map((subject) => `audit.subjects.${subject}`),
        ].filter((key) => !keys.has(key))
        for (const key of missing) findings.push(`${relative(root, file)}: ${key} is in no words/ of the server`)
      }
  }
}

/** A feature without `words` in its register.ts would show keys instead of texts. */
function checkRegistration(folder) {
  const register = join(folder, '..', 'register.ts')
  if (!folder.includes(join('src', 'features'))) return
  if (!existsSync(register) || !readFileSync(register, 'utf8').includes('words:'))
    findings.push(`${relative(root, register)}: does not name the words of the feature`)
}

function findServerWords() {
  const words = filesOf(join(root, 'apps/server/src')).filter((file) => /\/words\/\w+\.ts$/.test(file))
  return [...new Set(words.map((file) => dirname(file)))].sort()
}

/** @returns {Promise<Set<string>>} the keys, without the endings of plurals */
async function compare(files, namespace) {
  const texts = {}
  for (const [language, file] of Object.entries(files)) {
    const place = relative(root, file)
    if (!existsSync(file)) {
      findings.push(`${place}: is missing`)
      texts[language] = new Map()
      continue
    }
    const module = await import(pathToFileURL(file))
    const catalogue = module[namespace || language]
    if (catalogue === undefined) findings.push(`${place}: does not export ${namespace || language}`)
    texts[language] = flatten(catalogue ?? {})
    for (const [key, text] of texts[language]) if (text.trim() === '') findings.push(`${place}: ${key} is empty`)
    checkPlurals(place, language, texts[language])
  }
  const bases = Object.fromEntries(Object.entries(texts).map(([language, map]) => [language, byBase(map)]))
  for (const language of languages) {
    if (language === 'en' || texts.en.size === 0 || texts[language].size === 0) continue
    const place = relative(root, files[language])
    for (const [key, english] of bases.en) {
      const translation = bases[language].get(key)
      if (!translation) findings.push(`${place}: ${key} is missing`)
      else compareText(place, key, english, translation)
    }
    for (const key of bases[language].keys())
      if (!bases.en.has(key)) findings.push(`${place}: ${key} is not in English`)
  }
  return new Set(bases.en.keys())
}

function flatten(value, path = '', map = new Map()) {
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`
    if (typeof inner === 'string') map.set(name, inner)
    else flatten(inner, name, map)
  }
  return map
}

function checkPlurals(place, language, map) {
  // A single key like step_one is not a plural.
  for (const base of new Set([...map.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))))
    if (map.has(`${base}_other`))
      for (const form of forms[language])
        if (!map.has(`${base}_${form}`)) findings.push(`${place}: ${base}_${form} is missing`)
}

/** Plural forms together under one key. */
function byBase(map) {
  const bases = new Map()
  for (const [key, text] of map) {
    const base = plural.test(key) && map.has(key.replace(plural, '_other')) ? key.replace(plural, '') : key
    bases.set(base, [...(bases.get(base) ?? []), text])
  }
  return bases
}

function compareText(place, key, english, translation) {
  const values = (texts) =>
    new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map(([, name]) => name)))
  const [wanted, found] = [values(english), values(translation)]
  for (const name of wanted) if (!found.has(name)) findings.push(`${place}: ${key} lacks {{${name}}}`)
  for (const name of found)
    if (!wanted.has(name)) findings.push(`${place}: ${key} has {{${name}}}, which English has not`)
  // Names and formats may be the same in both languages; sentences may not.
  if (english.join() === translation.join() && /[a-z]{3,} [a-z]{2,}/.test(english.join().replace(/\{\{.*?\}\}/g, '')))
    findings.push(`${place}: ${key} is not translated`)
}

/** Of each catalogue: its path without language and ending, and its name. */
function findCatalogues(folder) {
  const found = new Map()
  for (const file of filesOf(join(root, folder))) {
    const [, stem, namespace] = /^(.*\/words\/(\w+))\.(?:en|de|ar)\.ts$/.exec(file) ?? []
    if (stem) found.set(stem, namespace)
  }
  return [...found].sort()
}

function sourcesOf(folder) {
  return filesOf(join(root, folder)).filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/\/words\/[\w.]+$/.test(file))
}

/** `t('key')`, `t('namespace:key')`, t(`prefix.${word}`), `i18nKey="key"`. @returns {number} how many */
function checkUses(file, catalogues) {
  const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  const own = [...text.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, list]) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name),
  )
  const names = own.length > 0 ? [...new Set([...own, 'common'])] : [...catalogues.keys()]
  let count = 0
  for (const [, quote, key, rest] of text.matchAll(/(?:\bt\(\s*|\bi18nKey=\{?)(['"`])([^'"`]+)\1([^)]*)/g)) {
    count++
    const [namespace, path] = /^[a-z-]+:/i.test(key) ? key.split(/:(.*)/s) : [undefined, key]
    const places = namespace === undefined ? names : [namespace]
    const open = quote === '`' && path.includes('${') ? path.slice(0, path.indexOf('${')) : undefined
    const fixed = rest.includes('returnObjects') ? `${path}.` : open
    const exists = places.some((name) => {
      const keys = catalogues.get(name)
      if (!keys) return false
      return fixed === undefined ? keys.has(path) : [...keys].some((one) => one.startsWith(fixed))
    })
    if (!exists) findings.push(`${relative(root, file)}: t(${key}) is in no catalogue`)
  }
  return count
}
