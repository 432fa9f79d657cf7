import { createHash } from 'node:crypto'
import { checkForm } from '@learnt/contract/forms/check-form'
import { FormContent } from '@learnt/contract/forms/content'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { ruleFields } from '@learnt/contract/members'
import { describe, expect, test } from 'vitest'
import { demoAudiences } from './audiences.ts'
import { chance } from './chance.ts'
import {
  demoBundles,
  demoCourses,
  demoForms,
  demoLearningPackages,
  demoOfferings,
  demoPathways,
  demoPermissions,
  demoTenants,
  mediaIn,
  readMedia,
  withMedia,
} from './demo.ts'
import { type MediaFile, type MediaPath, mediaFiles } from './media.ts'
import type { DemoActivity } from './shapes.ts'

const activities = demoCourses.flatMap((course) => course.sections.flatMap((section) => section.activities))
const slugs = new Set(demoCourses.map((course) => course.slug))

describe('media', () => {
  test('every file matches the list', async () => {
    for (const [path, listed] of Object.entries(mediaFiles)) {
      const data = await readMedia(path as MediaPath)
      expect([path, data.length, createHash('sha256').update(data).digest('hex')]).toEqual([
        path,
        listed.bytes,
        listed.sha256,
      ])
    }
  })

  test('binaries stay under 6 MB together', () => {
    const bytes = Object.values<MediaFile>(mediaFiles).reduce(
      (sum, file) => sum + (file.mediaType.startsWith('text/') || file.mediaType === 'image/svg+xml' ? 0 : file.bytes),
      0,
    )
    expect(bytes).toBeLessThan(6_000_000)
  })

  test('captions follow one another inside their recording', async () => {
    const films = activities.filter((one) => one.kind === 'video' || one.kind === 'audio')
    expect(films.length).toBeGreaterThan(8)
    for (const film of films) {
      const file: MediaFile = mediaFiles[film.media]
      for (const { media } of film.captions) {
        const text = (await readMedia(media)).toString()
        expect(text).toMatch(/^WEBVTT\n\n/)
        let last = 0
        for (const [, from = '', to = ''] of text.matchAll(/^(\S+) --> (\S+)$/gm)) {
          expect(seconds(from)).toBeGreaterThanOrEqual(last)
          expect(seconds(to)).toBeGreaterThan(seconds(from))
          last = seconds(to)
        }
        expect(last).toBeGreaterThan(0)
        expect(last).toBeLessThanOrEqual((file.seconds ?? 0) + 0.1)
      }
    }
  })
})

describe('courses', () => {
  test.each(demoCourses.map((course) => [course.slug, course] as const))('%s is complete', (_, course) => {
    const all = course.sections.flatMap((section) => section.activities)
    expect(course.sections.length).toBeGreaterThanOrEqual(2)
    expect(course.sections.length).toBeLessThanOrEqual(4)
    expect(all.length).toBeGreaterThanOrEqual(4)
    expect(all.length).toBeLessThanOrEqual(10)
    expect(new Set(all.map((one) => one.key)).size).toBe(all.length)
    expect(course.minutes).toBe(all.reduce((sum, one) => sum + one.minutes, 0))
    expect(course.tags.length).toBeGreaterThan(1)
    const pictures = all.flatMap((one) => (one.kind === 'page' ? mediaIn(one.html) : []))
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(2)
    const words = all.map(wordsOf).join(' ').split(/\s+/).length
    expect(words).toBeGreaterThan(350)
  })

  test('pages use only tags that survive cleaning', () => {
    for (const one of activities) {
      if (one.kind !== 'page') continue
      const tags = [...one.html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)]
      for (const [whole, name = '', attributes = ''] of tags) {
        expect([
          'h2',
          'h3',
          'p',
          'ul',
          'ol',
          'li',
          'strong',
          'em',
          'blockquote',
          'table',
          'tr',
          'th',
          'td',
          'img',
          'sub',
          'aside',
          'div',
        ]).toContain(name)
        if (name === 'img') expect(attributes).toMatch(/^ src="demo-media:[^"]+" alt="[^"]+"$/)
        else if (whole.startsWith('<aside') || whole.startsWith('<div'))
          expect(attributes).toMatch(/^ data-(?:callout="(?:info|tip|warning)"|columns="[23]"|column="true")$/)
        else expect(whole).not.toContain(' ')
      }
      const open = tags.filter(([whole, name]) => !whole.startsWith('</') && name !== 'img').length
      expect([one.key, open]).toEqual([one.key, tags.filter(([whole]) => whole.startsWith('</')).length])
    }
  })

  test('rules fit the kind of activity', () => {
    const fitting: Record<DemoActivity['kind'], string[]> = {
      page: ['view', 'tick'],
      document: ['view', 'tick'],
      link: ['view'],
      video: ['watch'],
      audio: ['watch'],
      scorm: ['package', 'score'],
    }
    for (const one of activities) expect(fitting[one.kind]).toContain(one.completion.rule)
  })

  test('every kind of activity occurs', () => {
    const having = (test: (one: DemoActivity) => boolean) =>
      demoCourses.filter((course) => course.sections.some((section) => section.activities.some(test))).length
    expect(demoCourses.filter((course) => course.language === 'en')).toHaveLength(12)
    expect(demoCourses.filter((course) => course.language === 'ar')).toHaveLength(2)
    expect(having((one) => one.kind === 'scorm')).toBeGreaterThanOrEqual(4)
    expect(having((one) => one.kind === 'audio')).toBeGreaterThanOrEqual(3)
    expect(having((one) => one.kind === 'video')).toBeGreaterThanOrEqual(3)
    expect(having((one) => one.kind === 'document' && one.media.endsWith('.pdf'))).toBeGreaterThanOrEqual(3)
    expect(having((one) => one.kind === 'document' && one.media.endsWith('.csv'))).toBe(1)
  })

  test('pictures get the address they are given', () => {
    const html = '<p><img src="demo-media:covers/fire-safety.webp" alt="Fire"></p>'
    expect(withMedia(html, (media) => `/files/${media}`)).toBe(
      '<p><img src="/files/covers/fire-safety.webp" alt="Fire"></p>',
    )
    expect(() => mediaIn('<img src="demo-media:nothing.webp" alt="">')).toThrow('No such media')
  })
})

test('bundles, offerings and permissions name courses that exist, and tenants that offer them', () => {
  const offered = new Set(demoOfferings.map((one) => `${one.tenantId}:${one.courseSlug}`))
  expect(offered.size).toBe(demoOfferings.length)
  for (const one of [...demoOfferings, ...demoPermissions]) expect(slugs).toContain(one.courseSlug)
  for (const one of demoPermissions) expect(offered).toContain(`${one.tenantId}:${one.courseSlug}`)
  for (const bundle of demoBundles) {
    expect(bundle.courses.length).toBeGreaterThan(2)
    for (const slug of bundle.courses) expect(slugs).toContain(slug)
    for (const tenantId of bundle.tenants)
      for (const slug of bundle.courses) expect(offered).toContain(`${tenantId}:${slug}`)
  }
})

test('an audience stands for rules with the same conditions', () => {
  for (const audience of demoAudiences) {
    expect(audience.kind === 'people').toBe(audience.size !== undefined)
    for (const slug of audience.usedFor) {
      const permission = demoPermissions.find((one) => one.tenantId === audience.tenantId && one.courseSlug === slug)
      expect(permission?.rule).toEqual(audience.rule)
    }
  }
})

test('pathways and learning packages name courses that their tenants offer', () => {
  const offered = new Set(
    demoOfferings.filter((one) => one.state === 'published').map((one) => `${one.tenantId}:${one.courseSlug}`),
  )
  for (const { tenant, prerequisites, sections } of demoPathways)
    for (const slug of [...prerequisites, ...sections.flatMap((section) => section.steps.map((step) => step.course))])
      expect(offered).toContain(`${tenant}:${slug}`)
  for (const { tenant, courses, pathways } of demoLearningPackages) {
    for (const slug of courses) expect(offered).toContain(`${tenant}:${slug}`)
    for (const slug of pathways)
      expect(demoPathways.some((one) => one.slug === slug && one.tenant === tenant)).toBe(true)
  }
})

test.each(demoForms.map((form) => [form.slug, form] as const))(
  'form %s could be published, and its answers fit',
  (_, form) => {
    expect(FormContent.parse(form.content)).toEqual(form.content)
    expect(checkForm(form.content, ruleFields)).toEqual([])
    const fields = fieldsByKey(form.content)
    for (const isGood of [true, false])
      for (const [key, answer] of Object.entries(form.answer(chance(form.slug), { isGood, day: '2026-01-12' }))) {
        const field = fields.get(key)
        expect([key, field && readAnswer(field, answer)]).toEqual([key, answer])
      }
  },
)

test('at least five teams, each with its own colours and marks', () => {
  const teams = demoTenants.flatMap((tenant) => tenant.teams)
  expect(teams.length).toBeGreaterThanOrEqual(5)
  expect(new Set(teams.map((team) => team.id)).size).toBe(teams.length)
  for (const part of ['palette', 'primaryColor', 'secondaryColor', 'iconLogo', 'loggedOutLogo'] as const) {
    expect(new Set(teams.map((team) => team.theme[part])).size).toBe(teams.length)
  }
  for (const tenant of demoTenants)
    expect(tenant.teams.filter((team) => team.isDefault).map((team) => team.id)).toEqual([tenant.id])
})

function wordsOf(one: DemoActivity): string {
  if (one.kind === 'page') return one.html.replace(/<[^>]+>/g, ' ')
  if (one.kind === 'video' || one.kind === 'audio') return one.transcript
  if (one.kind !== 'scorm') return one.title
  return one.package.scos
    .flatMap((sco) =>
      sco.slides.map((slide) =>
        slide.kind === 'content'
          ? slide.html
          : `${slide.prompt} ${slide.options.map((option) => option.text).join(' ')} ${slide.explanation}`,
      ),
    )
    .join(' ')
}

function seconds(stamp: string): number {
  const [hours = 0, minutes = 0, rest = 0] = stamp.split(':').map(Number)
  return hours * 3600 + minutes * 60 + rest
}
