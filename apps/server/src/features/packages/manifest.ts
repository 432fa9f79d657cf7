import { cutText } from '@learnt/contract/cut-text'
import { launchableItems, openControls, readDuration } from '@learnt/contract/package-tree'
import {
  type ItemControls,
  type ItemObjective,
  type PackageEdition,
  type PackageItem,
  type PackageKind,
  type PackageOrganization,
  packageLimits,
} from '@learnt/contract/packages'
import { decodePath, foldPath, plainPath } from '../../platform/content/archive-files.ts'
import type { Findings } from './problems.ts'
import { attribute, childOf, childrenOf, readXml, textOf, type XmlElement } from './xml.ts'

export interface Manifest {
  kind: PackageKind
  edition: PackageEdition
  identifier: string
  version: string
  title: string
  /** The one that is played first, then the others. */
  organizations: PackageOrganization[]
}

/** Where the package begins inside the archive: '' or a folder ending in a slash. */
export interface PackageRoot {
  prefix: string
  /** Path of the manifest as the archive spells it. */
  manifest: string
}

/** Finds imsmanifest.xml. A package that was zipped together with its folder is taken, and said so. */
export function findRoot(paths: readonly string[], findings: Findings): PackageRoot | null {
  const real = paths.filter((path) => !isLitter(path))
  const manifests = real.filter((path) => /(^|\/)imsmanifest\.xml$/i.test(path))
  const top = manifests.find((path) => !path.includes('/'))
  if (top !== undefined) {
    if (top !== 'imsmanifest.xml') findings.add('manifest-name', top)
    return { prefix: '', manifest: top }
  }
  const nearest = manifests.toSorted((a, b) => a.split('/').length - b.split('/').length)[0]
  if (nearest !== undefined) {
    const prefix = nearest.slice(0, nearest.lastIndexOf('/') + 1)
    if (real.every((path) => path.startsWith(prefix))) {
      findings.add('manifest-in-folder', nearest, { folder: prefix.slice(0, -1) })
      return { prefix, manifest: nearest }
    }
    findings.add('manifest-elsewhere', nearest, { folder: prefix.slice(0, -1) })
    return null
  }
  findings.add(otherKind(real), null)
  return null
}

/** What the archive is when it has no imsmanifest.xml. */
function otherKind(paths: readonly string[]) {
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()))
  if (names.has('cmi5.xml')) return 'kind-cmi5'
  if (names.has('tincan.xml')) return 'kind-xapi'
  if ([...names].some((name) => name.endsWith('.au')) && [...names].some((name) => name.endsWith('.crs')))
    return 'kind-aicc'
  return 'manifest-missing'
}

/** Left behind by Mac and Windows, part of no package. */
export function isLitter(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(path)
}

/**
 * Reads a manifest of SCORM 1.2 or SCORM 2004 (2nd to 4th edition). `files` are the package's paths, relative to its
 * root. Null when it was refused; what is odd but playable is told in `findings`.
 */
export function readManifest(bytes: Uint8Array, files: readonly string[], findings: Findings): Manifest | null {
  const xml = readXml(bytes)
  if ('code' in xml) {
    const { code, ...params } = xml
    findings.add(code, 'imsmanifest.xml', params)
    return null
  }
  if (xml.name !== 'manifest') {
    findings.add('manifest-no-root', 'imsmanifest.xml', { root: cutText(xml.name, 200) })
    return null
  }
  const edition = readEdition(xml, findings)
  if (edition === null) return null
  return new Reader(xml, edition, files, findings).read()
}

// ---- edition ---------------------------------------------------------------------------------------------------

function readEdition(manifest: XmlElement, findings: Findings): PackageEdition | null {
  const metadata = childOf(manifest, 'metadata')
  const schema = textOf(childOf(metadata, 'schema')).toLowerCase()
  const version = textOf(childOf(metadata, 'schemaversion')).toLowerCase()
  if (/common cartridge|thin common/.test(schema) || namespaceOf(manifest, /imscc|imsccv/)) {
    findings.add('kind-common-cartridge', 'imsmanifest.xml')
    return null
  }
  if (version === '1.2' || /^(scorm )?1\.2/.test(version)) return '1.2'
  if (/4th/.test(version)) return '2004-4'
  if (/3rd/.test(version)) return '2004-3'
  if (/2nd|cam 1\.3/.test(version)) return '2004-2'
  const guessed = guessEdition(manifest, version)
  if (guessed === null) {
    findings.add('kind-unknown', 'imsmanifest.xml', { schema: cutText(schema, 100), version: cutText(version, 100) })
    return null
  }
  findings.add('edition-guessed', 'imsmanifest.xml', { edition: guessed, version: cutText(version, 100) })
  return guessed
}

function guessEdition(manifest: XmlElement, version: string): PackageEdition | null {
  if (/2004|1\.3/.test(version) || namespaceOf(manifest, /adlcp_v1p3|adlseq_v1p3|imsss/)) return '2004-3'
  if (/1\.1|1\.2/.test(version) || namespaceOf(manifest, /adlcp_rootv1p[12]|imscp_rootv1p1p2/)) return '1.2'
  // SCORM's own mark on a resource is enough where every header is missing.
  const resources = childrenOf(childOf(manifest, 'resources'), 'resource')
  return resources.some((resource) => attribute(resource, 'scormtype') !== undefined) ? '1.2' : null
}

function namespaceOf(element: XmlElement, pattern: RegExp): boolean {
  for (const [name, value] of element.attributes)
    if (name.startsWith('xmlns') && pattern.test(value.toLowerCase())) return true
  return element.children.slice(0, 50).some((child) => namespaceOf(child, pattern))
}

// ---- the tree --------------------------------------------------------------------------------------------------

interface Resource {
  href: string | null
  type: 'sco' | 'asset' | 'unknown'
  external: boolean
  missing: boolean
}

class Reader {
  readonly #manifest: XmlElement
  readonly #edition: PackageEdition
  readonly #findings: Findings
  readonly #exact: ReadonlySet<string>
  readonly #folded: ReadonlyMap<string, string>
  readonly #resources = new Map<string, Resource>()
  readonly #sequencings = new Map<string, XmlElement>()
  readonly #itemIds = new Set<string>()
  /** Where to continue among the numbers behind an identifier that occurs again and again. */
  readonly #nextNumbers = new Map<string, number>()
  readonly #unsupported = new Set<string>()
  #items = 0
  #sharedBytes = 0
  /** The first part of each name. */
  readonly #partsOf = once((sequencing) => new Map(sequencing?.children.toReversed().map((one) => [one.name, one])))
  readonly #modeOf = once(readMode)
  readonly #deliveryOf = once(readDelivery)
  readonly #timeLimitOf = once((conditions) =>
    readTimeLimit(attribute(conditions, 'attemptabsolutedurationlimit') ?? ''),
  )
  readonly #objectivesIn = once((objectives) => this.#readObjectives(objectives))

  constructor(manifest: XmlElement, edition: PackageEdition, files: readonly string[], findings: Findings) {
    this.#manifest = manifest
    this.#edition = edition
    this.#findings = findings
    this.#exact = new Set(files)
    this.#folded = new Map(files.map((path) => [foldPath(path), path]))
  }

  read(): Manifest | null {
    this.#readResources(this.#manifest, rootBase)
    for (const collection of childrenOf(this.#manifest, 'sequencingcollection')) {
      for (const one of childrenOf(collection, 'sequencing')) {
        const id = attribute(one, 'id')
        if (id !== undefined) this.#sequencings.set(id, one)
      }
    }
    const organizations = this.#readOrganizations()
    if (organizations === null) return null
    if (this.#sharedBytes > packageLimits.manifestBytes) {
      this.#findings.add('manifest-too-large', 'imsmanifest.xml', {
        bytes: this.#sharedBytes,
        limit: packageLimits.manifestBytes,
      })
      return null
    }
    for (const what of this.#unsupported) this.#findings.add('sequencing-not-supported', 'imsmanifest.xml', { what })
    const first = organizations[0]
    if (first === undefined || launchableItems(first.items).length === 0) {
      this.#findings.add('nothing-to-launch', 'imsmanifest.xml')
      return null
    }
    return {
      kind: this.#edition === '1.2' ? 'scorm12' : 'scorm2004',
      edition: this.#edition,
      identifier: cutText(attribute(this.#manifest, 'identifier') ?? '', 500),
      version: cutText(attribute(this.#manifest, 'version') ?? '', 100),
      title: first.title || titleOf(childOf(this.#manifest, 'metadata')),
      organizations,
    }
  }

  #readOrganizations(): PackageOrganization[] | null {
    const element = childOf(this.#manifest, 'organizations')
    const found = childrenOf(element, 'organization')
    if (found.length === 0) {
      this.#findings.add('organization-missing', 'imsmanifest.xml')
      const invented = this.#inventOrganization()
      return invented.items.length > packageLimits.items ? this.#tooManyItems() : [invented]
    }
    if (found.length > packageLimits.items) return this.#tooManyItems()
    const wanted = attribute(element, 'default')
    const chosen = found.find((one) => attribute(one, 'identifier') === wanted) ?? found[0]
    if (wanted && attribute(chosen, 'identifier') !== wanted) {
      this.#findings.add('organization-default-missing', 'imsmanifest.xml', { id: cutText(wanted, 200) })
    }
    const inOrder = [chosen, ...found.filter((one) => one !== chosen)].filter((one) => one !== undefined)
    const organizations: PackageOrganization[] = []
    for (const one of inOrder) {
      const items = this.#readItems(one)
      if (items === null) return null
      organizations.push({
        id: cutText(attribute(one, 'identifier') ?? '', 250),
        title: cutText(textOf(childOf(one, 'title')), 500),
        controls: this.#controlsOf(one),
        items,
      })
    }
    return organizations
  }

  /** A package of resources without a tree: each SCO becomes an item of its own. */
  #inventOrganization(): PackageOrganization {
    const launchable = [...this.#resources].filter(([, resource]) => resource.href !== null && !resource.missing)
    const scos = launchable.filter(([, resource]) => resource.type !== 'asset')
    return {
      id: '',
      title: titleOf(childOf(this.#manifest, 'metadata')),
      controls: openControls,
      items: (scos.length > 0 ? scos : launchable.slice(0, 1)).map(([id, resource]) => ({
        ...emptyItem(id, id),
        href: resource.href,
        type: resource.type,
      })),
    }
  }

  #readItems(parent: XmlElement): PackageItem[] | null {
    const items: PackageItem[] = []
    for (const element of childrenOf(parent, 'item')) {
      if (++this.#items > packageLimits.items) return this.#tooManyItems()
      const children = this.#readItems(element)
      if (children === null) return null
      items.push(this.#readItem(element, children))
    }
    return items
  }

  /** What items or files share is counted for each of them: a short manifest could come to gigabytes. */
  #isRoomFor(bytes: number): boolean {
    this.#sharedBytes += bytes
    return this.#sharedBytes <= packageLimits.manifestBytes
  }

  #tooManyItems(): null {
    this.#findings.add('too-many-items', 'imsmanifest.xml', { limit: packageLimits.items })
    return null
  }

  #readItem(element: XmlElement, children: PackageItem[]): PackageItem {
    const id = this.#claimId(attribute(element, 'identifier') ?? '')
    const item: PackageItem = {
      ...emptyItem(id, cutText(textOf(childOf(element, 'title')), 500)),
      visible: attribute(element, 'isvisible')?.toLowerCase() !== 'false',
      controls: this.#controlsOf(element),
      children,
    }
    this.#readLaunch(element, item)
    this.#readLimits(element, item)
    if (this.#edition !== '1.2') {
      const { objectives, bytes } = this.#objectivesIn(this.#sequencingOf(element, 'objectives'))
      if (this.#isRoomFor(bytes)) item.objectives = objectives
      const hidden = childrenOf(childOf(childOf(element, 'presentation'), 'navigationinterface'), 'hidelmsui')
      item.hide = hidden.map(textOf).filter((word) => /^[a-zA-Z]{1,20}$/.test(word))
    }
    if (item.title === '') item.title = item.href?.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? id
    return item
  }

  #claimId(wanted: string): string {
    const base = cutText(wanted, 240) || 'item'
    let id = base
    if (this.#itemIds.has(base)) {
      this.#findings.add('item-duplicate', 'imsmanifest.xml', { id: base })
      let number = this.#nextNumbers.get(base) ?? 2
      while (this.#itemIds.has(`${base}-${number}`)) number++
      this.#nextNumbers.set(base, number + 1)
      id = `${base}-${number}`
    }
    this.#itemIds.add(id)
    return id
  }

  #readLaunch(element: XmlElement, item: PackageItem): void {
    const reference = attribute(element, 'identifierref')
    if (!reference) return
    const resource = this.#resources.get(reference)
    if (resource === undefined) {
      this.#findings.add('item-resource-missing', 'imsmanifest.xml', {
        item: item.id,
        resource: cutText(reference, 200),
      })
      return
    }
    if (resource.external) this.#findings.add('launch-outside', 'imsmanifest.xml', { item: item.id })
    else if (resource.missing) this.#findings.add('launch-file-missing', resource.href, { item: item.id })
    if (resource.external || resource.missing || resource.href === null) return
    if (!this.#isRoomFor(resource.href.length)) return
    item.href = addParameters(resource.href, attribute(element, 'parameters') ?? '')
    item.type = resource.type
    if (resource.type === 'unknown') this.#findings.add('type-missing', resource.href)
  }

  #readLimits(element: XmlElement, item: PackageItem): void {
    item.prerequisites = cutText(textOf(childOf(element, 'prerequisites')), 2000)
    item.launchData = cutText(childOf(element, 'datafromlms')?.text.trim() ?? '', 4096)
    item.timeLimitAction = textOf(childOf(element, 'timelimitaction')).toLowerCase()
    const maxTime = textOf(childOf(element, 'maxtimeallowed'))
    const limit = maxTime ? readTimeLimit(maxTime) : this.#timeLimitOf(this.#sequencingOf(element, 'limitconditions'))
    item.maxTimeAllowed = limit.seconds
    if (limit.seconds !== null) item.maxTimeText = limit.text
    if (limit.text !== '' && limit.seconds === null) this.#ignored(item, 'maxtimeallowed', limit.text)
    const mastery = textOf(childOf(element, 'masteryscore'))
    item.masteryScore = readNumber(mastery, 0, 100)
    if (mastery !== '' && item.masteryScore === null) this.#ignored(item, 'masteryscore', mastery)
    item.completionThreshold = this.#thresholdOf(element, item)
  }

  /** Text until the 3rd edition, attributes in the 4th. */
  #thresholdOf(element: XmlElement, item: PackageItem): number | null {
    const threshold = childOf(element, 'completionthreshold')
    if (threshold === undefined) return null
    const byMeasure = attribute(threshold, 'completedbymeasure')
    if (this.#edition === '2004-4' && byMeasure !== undefined && !isTrue(byMeasure)) return null
    const text = attribute(threshold, 'minprogressmeasure') ?? textOf(threshold)
    if (text === '') return isTrue(byMeasure) ? 1 : null
    const value = readNumber(text, 0, 1)
    if (value === null) this.#ignored(item, 'completionThreshold', text)
    return value
  }

  #ignored(item: PackageItem, what: string, value: string): void {
    this.#findings.add('value-ignored', 'imsmanifest.xml', { item: item.id, what, value: cutText(value, 100) })
  }

  // ---- sequencing

  /** A part of an item's sequencing. What stands in the element itself wins over what it refers to. */
  #sequencingOf(element: XmlElement, part: string): XmlElement | undefined {
    const own = childOf(element, 'sequencing')
    const reference = attribute(own, 'idref')
    const shared = reference === undefined ? undefined : this.#sequencings.get(reference)
    return childOf(own, part) ?? this.#partsOf(shared).get(part)
  }

  #controlsOf(element: XmlElement): ItemControls {
    if (this.#edition === '1.2') return openControls
    this.#noteUnsupported(element)
    return {
      ...this.#modeOf(this.#sequencingOf(element, 'controlmode')),
      ...this.#deliveryOf(this.#sequencingOf(element, 'deliverycontrols')),
    }
  }

  #noteUnsupported(element: XmlElement): void {
    const part = (name: string) => this.#sequencingOf(element, name)
    if (part('sequencingrules')?.children.length) this.#unsupported.add('sequencingRules')
    if (part('rolluprules')?.children.length) this.#unsupported.add('rollupRules')
    if (part('randomizationcontrols')) this.#unsupported.add('randomizationControls')
    if (part('constrainedchoiceconsiderations')) this.#unsupported.add('constrainedChoiceConsiderations')
    if (part('limitconditions')?.attributes.has('attemptlimit')) this.#unsupported.add('attemptLimit')
  }

  #readObjectives(element: XmlElement | undefined): { objectives: ItemObjective[]; bytes: number } {
    const found =
      element?.children.filter((child) => child.name === 'primaryobjective' || child.name === 'objective') ?? []
    const objectives = found.slice(0, 500).map((objective) => {
      const satisfiedByMeasure = isTrue(attribute(objective, 'satisfiedbymeasure'))
      const least = textOf(childOf(objective, 'minnormalizedmeasure'))
      if (childOf(objective, 'mapinfo')) this.#unsupported.add('mapInfo')
      return {
        id: cutText(attribute(objective, 'objectiveid') ?? '', 4000),
        primary: objective.name === 'primaryobjective',
        satisfiedByMeasure,
        // 1.0 is the default of the standard once the measure decides.
        minNormalizedMeasure: satisfiedByMeasure ? (readNumber(least, -1, 1) ?? 1) : readNumber(least, -1, 1),
      }
    })
    return { objectives, bytes: JSON.stringify(objectives).length }
  }

  // ---- resources

  #readResources(manifest: XmlElement, outerBase: Base): void {
    const container = childOf(manifest, 'resources')
    const base = joinBase(joinBase(outerBase, attribute(manifest, 'base')), attribute(container, 'base'))
    for (const element of childrenOf(container, 'resource')) this.#readResource(element, base)
    for (const inner of childrenOf(manifest, 'manifest')) {
      this.#findings.add('sub-manifest', 'imsmanifest.xml', {
        id: cutText(attribute(inner, 'identifier') ?? '', 200),
      })
      this.#readResources(inner, base)
    }
  }

  #readResource(element: XmlElement, outerBase: Base): void {
    const base = joinBase(outerBase, attribute(element, 'base'))
    const files = childrenOf(element, 'file')
    if (!this.#isRoomFor(base.standard.length * (files.length + 1))) return
    const href = attribute(element, 'href')
    const target = href === undefined || href === '' ? null : this.#resolve(base, href)
    const said = attribute(element, 'scormtype')?.toLowerCase()
    const type = said === 'sco' || said === 'asset' ? said : 'unknown'
    const path = target === null || target === 'outside' ? null : target.found
    const id = attribute(element, 'identifier') ?? ''
    if (id !== '' && !this.#resources.has(id)) {
      this.#resources.set(id, {
        href: target === null || target === 'outside' ? null : `${encodePath(path ?? target.path)}${target.rest}`,
        type,
        external: target === 'outside',
        missing: target !== null && target !== 'outside' && path === null,
      })
    }
    if (path !== null && serverProgram.test(path)) this.#findings.add('server-program', path)
    for (const file of files) {
      const name = attribute(file, 'href')
      if (!name) continue
      const resolved = this.#resolve(base, name)
      if (resolved === 'outside') continue
      if (resolved.found === null) this.#findings.add('file-missing', resolved.path, { resource: cutText(id, 200) })
    }
  }

  /** By the standard, else with each base taken as a folder, else by the name as it is written. */
  #resolve(base: Base, href: string): { path: string; rest: string; found: string | null } | 'outside' {
    const [standard, folder] = [resolveHref(base.standard, href), resolveHref(base.folder, href)]
    if (standard === 'outside' || folder === 'outside') return 'outside'
    for (const path of new Set([standard.path, folder.path, standard.written, folder.written])) {
      const found = this.#findFile(path)
      if (found !== null) return { path, rest: standard.rest, found }
    }
    // A name with `#` or `?` in it, written as it is.
    const found = this.#findFile(literalPath(base.folder, href))
    return found === null ? { ...standard, found } : { path: found, rest: '', found }
  }

  /** Also where case or accents differ: made on a system that does not mind. */
  #findFile(path: string): string | null {
    if (this.#exact.has(path)) return path
    const other = this.#folded.get(foldPath(path))
    if (other === undefined) return null
    this.#findings.add('path-case', path, { other })
    return other
  }
}

/** Run on a server, which no package player does; its text would be shown instead. */
const serverProgram = /\.(php\d?|phtml|aspx?|jsp|cgi|pl|cfm)$/i

function emptyItem(id: string, title: string): PackageItem {
  return {
    id,
    title,
    visible: true,
    href: null,
    type: null,
    prerequisites: '',
    maxTimeAllowed: null,
    timeLimitAction: '',
    launchData: '',
    masteryScore: null,
    completionThreshold: null,
    controls: openControls,
    objectives: [],
    hide: [],
    children: [],
  }
}

/** Reads a part once, however many items share it. */
function once<Read>(read: (part: XmlElement | undefined) => Read): (part: XmlElement | undefined) => Read {
  const known = new Map<XmlElement | undefined, Read>()
  return (part) => {
    const found = known.get(part) ?? read(part)
    known.set(part, found)
    return found
  }
}

function readMode(mode: XmlElement | undefined) {
  return {
    choice: readFlag(mode, 'choice', true),
    choiceExit: readFlag(mode, 'choiceexit', true),
    flow: readFlag(mode, 'flow', false),
    forwardOnly: readFlag(mode, 'forwardonly', false),
  }
}

function readDelivery(delivery: XmlElement | undefined) {
  return {
    tracked: readFlag(delivery, 'tracked', true),
    completionSetByContent: readFlag(delivery, 'completionsetbycontent', false),
    objectiveSetByContent: readFlag(delivery, 'objectivesetbycontent', false),
  }
}

function readFlag(from: XmlElement | undefined, name: string, otherwise: boolean): boolean {
  const value = attribute(from, name)
  return value === undefined ? otherwise : isTrue(value)
}

function readTimeLimit(text: string): { text: string; seconds: number | null } {
  return { text, seconds: text === '' ? null : readDuration(text) }
}

function titleOf(metadata: XmlElement | undefined): string {
  const title = childOf(childOf(childOf(metadata, 'lom'), 'general'), 'title')
  const [text] = title?.children ?? []
  return cutText(textOf(text?.name === 'langstring' || text?.name === 'string' ? text : title), 500)
}

function isTrue(value: string | undefined): boolean {
  return value?.toLowerCase() === 'true' || value === '1'
}

function readNumber(text: string, least: number, most: number): number | null {
  // One way to match only: `\d+\.?\d*` would try every cut of a long row of digits.
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

// ---- addresses -------------------------------------------------------------------------------------------------

/** Where relative addresses begin, by RFC 3986 and with each base read as a folder, which some tools mean without a slash. */
interface Base {
  standard: string
  folder: string
}

const packageOrigin = 'http://package.invalid'
const rootBase: Base = { standard: `${packageOrigin}/`, folder: `${packageOrigin}/` }

function joinBase(outer: Base, inner: string | undefined): Base {
  if (!inner) return outer
  const clean = cleanAddress(inner)
  return {
    standard: URL.parse(clean, outer.standard)?.href ?? outer.standard,
    folder: URL.parse(/[/?#]/.test(clean.at(-1) ?? '') ? clean : `${clean}/`, outer.folder)?.href ?? outer.folder,
  }
}

/** The path inside the package that an address means, decoded and as it is written, with query and fragment apart. */
function resolveHref(base: string, href: string): { path: string; written: string; rest: string } | 'outside' {
  const whole = cleanAddress(href)
  const url = URL.parse(whole, base)
  if (url === null || url.origin !== packageOrigin) return 'outside'
  const rest = /[?#].*$/s.exec(whole)?.[0] ?? ''
  return { path: plainPath(decodePath(url.pathname)), written: plainPath(url.pathname), rest }
}

function literalPath(base: string, href: string): string {
  return plainPath(`${decodePath(new URL(base).pathname)}${href}`)
}

/** Windows tools write backslashes and blanks into addresses. */
function cleanAddress(text: string): string {
  const [path = '', rest] = splitAt(text, '?')
  const clean = (/^[a-z][a-z0-9+.-]*:/i.test(path) ? path : path.replaceAll('\\', '/')).replaceAll(' ', '%20')
  return rest === undefined ? clean : `${clean}?${rest.replaceAll(' ', '%20')}`
}

/** As it stands in an address; a name may hold `#`, `?` and `%`. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Joins an item's parameters to its resource's address, as the content packaging of SCORM says. */
export function addParameters(href: string, parameters: string): string {
  const given = parameters.trim().replace(/^[?&]+/, '')
  if (given === '') return href
  if (given.startsWith('#')) return href.includes('#') ? href : href + given
  const [address = '', fragment] = splitAt(href, '#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${given}`
  // A fragment in the parameters takes the place of the resource's own.
  return fragment === undefined || given.includes('#') ? joined : `${joined}#${fragment}`
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
