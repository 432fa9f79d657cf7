import { launchableItems, readDuration } from '@learnt/contract/package-tree'
import type { PackageItem } from '@learnt/contract/packages'
import { describe, expect, test } from 'vitest'
import { manifest12 } from '../../../test/given/archives.ts'
import { findFixture } from '../../../test/given/fixtures.ts'
import { inspectPackage } from './inspect-package.ts'
import { addParameters, readManifest } from './manifest.ts'
import { Findings } from './problems.ts'

function read(text: string, files: string[] = ['index.html']) {
  const findings = new Findings()
  const manifest = readManifest(Buffer.from(text), files, findings)
  return { manifest, findings, codes: findings.problems.map((problem) => problem.code) }
}

function manifest2004(
  options: { version?: string; organization?: string; resources?: string; after?: string } = {},
): string {
  return `<?xml version="1.0"?>
<manifest identifier="made" version="1.0" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>${options.version ?? '2004 4th Edition'}</schemaversion></metadata>
  <organizations default="org">${options.organization ?? '<organization identifier="org"><title>T</title><item identifier="one" identifierref="res"><title>One</title></item></organization>'}</organizations>
  <resources>${options.resources ?? '<resource identifier="res" type="webcontent" adlcp:scormType="sco" href="index.html"/>'}</resources>${options.after ?? ''}
</manifest>`
}

const leaves = (items: PackageItem[] | undefined) => launchableItems(items ?? [])

describe('editions', () => {
  test.each([
    ['1.2', manifest12()],
    ['2004-2', manifest2004({ version: 'CAM 1.3' })],
    ['2004-3', manifest2004({ version: '2004 3rd Edition' })],
    ['2004-4', manifest2004({ version: '2004 4th Edition' })],
  ])('%s is recognised', (edition, text) => {
    const { manifest, findings } = read(text)
    expect(manifest?.edition).toBe(edition)
    expect(manifest?.kind).toBe(edition === '1.2' ? 'scorm12' : 'scorm2004')
    expect(findings.problems).toEqual([])
  })

  test('is guessed from what is used, and said so', () => {
    expect(read(manifest2004({ version: '' })).manifest?.edition).toBe('2004-3')
    expect(read(manifest12().replace(/<metadata>.*<\/metadata>/s, '')).codes).toEqual(['edition-guessed'])
  })

  test('prefixes that nobody declared do no harm', () => {
    const { manifest } = read(manifest12().replace(/xmlns:adlcp="[^"]*"/, ''))
    expect(leaves(manifest?.organizations[0]?.items)[0]?.type).toBe('sco')
  })
})

describe('items', () => {
  test('1.2: what stands beside an item', () => {
    const { manifest } = read(
      manifest12({
        organization: `<organization identifier="org"><title>T</title><item identifier="one" identifierref="res" isvisible="false" parameters="?a=1">
          <title>One</title><adlcp:prerequisites type="aicc_script">two&amp;~three</adlcp:prerequisites><adlcp:maxtimeallowed>01:30:00</adlcp:maxtimeallowed>
          <adlcp:timelimitaction>exit,message</adlcp:timelimitaction><adlcp:datafromlms>hello &lt;you&gt;</adlcp:datafromlms><adlcp:masteryscore>80</adlcp:masteryscore>
        </item></organization>`,
      }),
    )
    expect(manifest?.organizations[0]?.items[0]).toMatchObject({
      visible: false,
      href: 'index.html?a=1',
      prerequisites: 'two&~three',
      maxTimeAllowed: 5400,
      timeLimitAction: 'exit,message',
      launchData: 'hello <you>',
      masteryScore: 80,
    })
  })

  test('2004: controls, objectives, thresholds, hidden buttons, shared sequencing', () => {
    const { manifest, codes } = read(
      manifest2004({
        organization: `<organization identifier="org"><title>T</title>
          <item identifier="a" identifierref="res"><title>A</title>
            <adlcp:timeLimitAction>continue,no message</adlcp:timeLimitAction><adlcp:dataFromLMS>data</adlcp:dataFromLMS>
            <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.75"/>
            <imsss:sequencing IDRef="shared"><imsss:deliveryControls completionSetByContent="true"/></imsss:sequencing>
            <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI><adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
          </item>
          <imsss:sequencing><imsss:controlMode choice="false" flow="true" forwardOnly="true"/></imsss:sequencing></organization>`,
        after: `<imsss:sequencingCollection><imsss:sequencing ID="shared"><imsss:limitConditions attemptAbsoluteDurationLimit="PT1H30M"/><imsss:objectives><imsss:primaryObjective objectiveID="obj" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective><imsss:objective objectiveID="more"/></imsss:objectives><imsss:sequencingRules><imsss:preConditionRule/></imsss:sequencingRules></imsss:sequencing></imsss:sequencingCollection>`,
      }),
    )
    expect(manifest?.organizations[0]?.controls).toMatchObject({ choice: false, flow: true, forwardOnly: true })
    expect(manifest?.organizations[0]?.items[0]).toMatchObject({
      completionThreshold: 0.75,
      maxTimeAllowed: 5400,
      launchData: 'data',
      hide: ['continue', 'previous'],
      controls: { completionSetByContent: true, flow: false, choice: true },
      objectives: [
        { id: 'obj', primary: true, satisfiedByMeasure: true, minNormalizedMeasure: 0.6 },
        { id: 'more', primary: false, satisfiedByMeasure: false, minNormalizedMeasure: null },
      ],
    })
    expect(codes).toEqual(['sequencing-not-supported'])
  })

  test('2004 3rd edition writes the threshold as text', () => {
    const item =
      '<item identifier="a" identifierref="res"><title>A</title><adlcp:completionThreshold>0.5</adlcp:completionThreshold></item>'
    const { manifest } = read(
      manifest2004({
        version: '2004 3rd Edition',
        organization: `<organization identifier="org"><title>T</title>${item}</organization>`,
      }),
    )
    expect(manifest?.organizations[0]?.items[0]?.completionThreshold).toBe(0.5)
  })

  test('what cannot be read is told and left out', () => {
    const item =
      '<item identifier="a" identifierref="res"><title>A</title><adlcp:masteryscore>eighty</adlcp:masteryscore><adlcp:maxtimeallowed>long</adlcp:maxtimeallowed></item>'
    const { manifest, codes } = read(
      manifest12({
        organization: `<organization identifier="org"><title>T</title>${item}<item identifier="a" identifierref="nowhere"><title>B</title></item></organization>`,
      }),
    )
    expect(codes.toSorted()).toEqual(['item-duplicate', 'item-resource-missing', 'value-ignored', 'value-ignored'])
    expect(manifest?.organizations[0]?.items.map((one) => one.id)).toEqual(['a', 'a-2'])
  })

  test('one name again and again is numbered past the names that there are', () => {
    const items = ['a', 'a-3', 'a', 'a', 'a-3', 'a', 'a'].map((id) => `<item identifier="${id}" identifierref="res"/>`)
    const { manifest } = read(
      manifest12({ organization: `<organization identifier="org">${items.join('')}</organization>` }),
    )
    expect(manifest?.organizations[0]?.items.map((one) => one.id)).toEqual([
      'a',
      'a-3',
      'a-2',
      'a-4',
      'a-3-2',
      'a-5',
      'a-6',
    ])
  })

  test('what stands in an item wins over the sequencing that it refers to, part by part', () => {
    const { manifest } = read(
      manifest2004({
        organization: `<organization identifier="org"><title>T</title>
          <item identifier="a" identifierref="res"><imsss:sequencing IDRef="shared"><imsss:controlMode flow="true"/></imsss:sequencing></item>
          <item identifier="b"><imsss:sequencing IDRef="shared"><imsss:objectives/></imsss:sequencing></item>
          <item identifier="c"><imsss:sequencing IDRef="elsewhere"/></item></organization>`,
        after: `<imsss:sequencingCollection><imsss:sequencing ID="shared"><imsss:controlMode choice="false"/><imsss:controlMode flow="true"/><imsss:objectives><imsss:primaryObjective objectiveID="obj"/></imsss:objectives></imsss:sequencing></imsss:sequencingCollection>`,
      }),
    )
    const found = manifest?.organizations[0]?.items.map(({ controls, objectives }) => [
      controls.choice,
      controls.flow,
      objectives.map((one) => one.id),
    ])
    expect(found).toEqual([
      [true, true, ['obj']],
      [false, false, []],
      [true, false, []],
    ])
  })

  test('the default tree is first, a wrong default is told', () => {
    const two =
      '<organization identifier="x"><title>X</title><item identifier="1" identifierref="res"><title>1</title></item></organization><organization identifier="org"><title>Y</title><item identifier="2" identifierref="res"><title>2</title></item></organization>'
    expect(read(manifest12({ organization: two })).manifest?.organizations.map((one) => one.title)).toEqual(['Y', 'X'])
    expect(read(manifest12({ organization: two }).replace('default="org"', 'default="gone"')).codes).toContain(
      'organization-default-missing',
    )
  })

  test('xml:base is followed at every level', () => {
    const text = manifest2004({
      resources:
        '<resource identifier="res" type="webcontent" adlcp:scormType="sco" href="start.html?x=1#top" xml:base="lesson/"><file href="start.html"/></resource>',
    }).replace('<resources>', '<resources xml:base="content/">')
    const { manifest, codes } = read(text, ['content/lesson/start.html'])
    expect(codes).toEqual([])
    expect(manifest?.organizations[0]?.items[0]?.href).toBe('content/lesson/start.html?x=1#top')
  })
})

test.each([
  ['a bare % and a blank', '100% done.html', '100% done.html', '100%25%20done.html'],
  ['an escape that is part of the name', 'a%20b.html', 'a%20b.html', 'a%2520b.html'],
  ['an escape', 'a%20b.html', 'a b.html', 'a%20b.html'],
  ['no UTF-8', 'a%E4b.html', 'a%E4b.html', 'a%25E4b.html'],
  ['two slashes', 'content//index.html', 'content/index.html', 'content/index.html'],
  ['a dot and backslashes', '.\\content\\\\index.html', 'content/index.html', 'content/index.html'],
  ['a leading slash', '/content/index.html', 'content/index.html', 'content/index.html'],
  ['a mark of a direction in the name', 'درس.html', 'در\u200fس.html', '%D8%AF%D8%B1%E2%80%8F%D8%B3.html'],
  ['a number sign as it is', 'C# intro.html', 'C# intro.html', 'C%23%20intro.html'],
  ['query and fragment', 'a//b.html?x=%#top', 'a/b.html', 'a/b.html?x=%#top'],
])('finds %s', (_, href, file, expected) => {
  const { manifest, codes } = read(manifest12({ href, files: [] }), [file])
  expect(manifest?.organizations[0]?.items[0]?.href).toBe(expected)
  expect(codes).not.toContain('launch-file-missing')
})

test.each([
  ['by RFC 3986', 'content/index.xml', 'content/start.html'],
  ['as a folder without a slash', 'content', 'content/start.html'],
  ['by RFC 3986 where both are there', 'content', 'start.html', 'content/start.html'],
])('xml:base is followed %s', (_, base, expected, ...more) => {
  const text = manifest12({ href: 'start.html', files: ['start.html'] }).replace(
    '<resources>',
    `<resources xml:base="${base}">`,
  )
  const { manifest, codes } = read(text, [expected, ...more])
  expect(manifest?.organizations[0]?.items[0]?.href).toBe(expected)
  expect(codes).toEqual([])
})

test('a resource without scormtype is told, and is neither SCO nor asset for sure', () => {
  const { manifest, codes } = read(manifest12().replace(' adlcp:scormtype="sco"', ''))
  expect(manifest?.organizations[0]?.items[0]?.type).toBe('unknown')
  expect(codes).toEqual(['type-missing'])
})

test('texts are cut between characters', () => {
  const { manifest } = read(manifest12({ title: `${'a'.repeat(499)}🎓` }))
  expect(manifest?.title).toBe('a'.repeat(499))
})

test('max_time_allowed keeps its own text', () => {
  const { manifest } = read(manifest12({ item: '<adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>' }))
  expect(manifest?.organizations[0]?.items[0]).toMatchObject({ maxTimeAllowed: 1800, maxTimeText: '00:30:00' })
})

test.each([
  ['a.html', 'x=1', 'a.html?x=1'],
  ['a.html', '?x=1', 'a.html?x=1'],
  ['a.html?y=2', '?x=1', 'a.html?y=2&x=1'],
  ['a.html#top', '?x=1', 'a.html?x=1#top'],
  ['a.html', '#part', 'a.html#part'],
  ['a.html#top', '#part', 'a.html#top'],
  ['a.html', '', 'a.html'],
])('parameters: %s with %s is %s', (href, parameters, expected) => {
  expect(addParameters(href, parameters)).toBe(expected)
})

test.each([
  ['00:30:00', 1800],
  ['0001:00:10.50', 3610.5],
  ['PT30M', 1800],
  ['P1DT1H', 90_000],
  ['half an hour', null],
  ['P', null],
])('duration %s', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

describe('packages that nobody here wrote', () => {
  const one = findFixture('singlescobasic.zip')
  test.skipIf(one === null)('SCORM 1.2 with one SCO', async () => {
    const { report, inspected } = await inspectPackage(one ?? '')
    expect(report.accepted).toBe(true)
    expect(inspected).toMatchObject({
      scoCount: 1,
      manifest: { edition: '1.2', title: 'Golf Explained - Run-time Basic Calls' },
    })
    expect(leaves(inspected?.manifest.organizations[0]?.items)[0]?.href).toBe('shared/launchpage.html')
  })

  const several = findFixture('RuntimeMinimumCalls_SCORM12-mini.zip')
  test.skipIf(several === null)('SCORM 1.2 with several SCOs', async () => {
    const { report, inspected } = await inspectPackage(several ?? '')
    expect(report.problems.filter((problem) => problem.severity === 'error')).toEqual([])
    expect(inspected?.scoCount).toBe(9)
    expect(leaves(inspected?.manifest.organizations[0]?.items)[5]?.href).toBe(
      'shared/assessmenttemplate.html?questions=Playing',
    )
  })

  const newer = findFixture('RuntimeBasicCalls_SCORM20043rdEdition.zip')
  test.skipIf(newer === null)('SCORM 2004 3rd edition', async () => {
    const { report, inspected } = await inspectPackage(newer ?? '')
    expect(report.accepted).toBe(true)
    expect(inspected).toMatchObject({ scoCount: 1, manifest: { edition: '2004-3', kind: 'scorm2004' } })
    expect(inspected?.manifest.organizations[0]?.items[0]?.controls).toMatchObject({
      completionSetByContent: true,
      objectiveSetByContent: true,
    })
  })

  const cmi5 = findFixture('cmi5_single_au.zip')
  test.skipIf(cmi5 === null)('cmi5 is named as what it is', async () => {
    const { report } = await inspectPackage(cmi5 ?? '')
    expect(report).toEqual({
      accepted: false,
      more: 0,
      problems: [{ code: 'kind-cmi5', severity: 'error', path: null, params: {} }],
    })
  })
})
