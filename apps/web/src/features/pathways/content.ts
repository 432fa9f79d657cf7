import { noReset } from '@learnt/contract/cycles'
import { documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import type { DocumentChange, NamedDocument } from '@learnt/contract/documents'
import type { PathwayContent, PathwaySection, PathwayStep, SectionRule } from '@learnt/contract/pathways'
import { same } from '../documents/same.ts'

/** Where a step stands: its section and its place in it. */
export interface Place {
  section: number
  index: number
}

/** Kinds of document that may be steps. */
export const stepKinds = documentTypes.filter((type) => documentKinds[type].canBeStep)

export function newSection(): PathwaySection {
  return { id: crypto.randomUUID(), title: '', rule: { rule: 'all' }, steps: [] }
}

export function newStep(document: Pick<NamedDocument, 'id' | 'type'>): PathwayStep {
  return {
    id: crypto.randomUUID(),
    documentType: document.type as PathwayStep['documentType'],
    documentId: document.id,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' },
  }
}

export const stepsOf = ({ sections }: Pick<PathwayContent, 'sections'>) => sections.flatMap((section) => section.steps)

/** What counts for a section that asks for a number of steps, or for credits. */
export const countedSteps = ({ steps }: Pick<PathwaySection, 'steps'>) => steps.filter((step) => step.isRequired)
export const creditsIn = (section: Pick<PathwaySection, 'steps'>) =>
  countedSteps(section).reduce((sum, step) => sum + step.credits, 0)

/** A rule of this kind that the steps of the section can fulfil. */
export function ruleOf(name: SectionRule['rule'], section: PathwaySection): SectionRule {
  if (name === 'any') return { rule: name, count: Math.max(1, countedSteps(section).length - 1) }
  if (name === 'credits') return { rule: name, credits: Math.max(1, Math.floor(creditsIn(section) / 2)) }
  return { rule: name }
}

export function findPlace(sections: readonly PathwaySection[], stepId: string): Place | null {
  for (const [section, { steps }] of sections.entries()) {
    const index = steps.findIndex((step) => step.id === stepId)
    if (index >= 0) return { section, index }
  }
  return null
}

/** Where a step lands that is dropped on a section: at its end. */
export function placeInSection(sections: readonly PathwaySection[], sectionId: string, stepId: string): Place | null {
  const section = sections.findIndex((one) => one.id === sectionId)
  if (section < 0) return null
  const own = findPlace(sections, stepId)
  return own?.section === section ? own : { section, index: sections[section]?.steps.length ?? 0 }
}

/** Moves a step; `index` counts in the target section after the step has been taken out. */
export function moveStep(sections: readonly PathwaySection[], stepId: string, to: Place): PathwaySection[] {
  const from = findPlace(sections, stepId)
  const step = from && sections[from.section]?.steps[from.index]
  if (!step || !sections[to.section]) return [...sections]
  return sections.map((section, at) => {
    const steps = section.steps.filter((one) => one !== step)
    if (at !== to.section) return steps.length === section.steps.length ? section : { ...section, steps }
    return { ...section, steps: [...steps.slice(0, to.index), step, ...steps.slice(to.index)] }
  })
}

/** One place up or down, over the border of its section when it stands at its end; null where there is no way on. */
export function neighbourOf(sections: readonly PathwaySection[], stepId: string, way: 'up' | 'down'): Place | null {
  const from = findPlace(sections, stepId)
  if (!from) return null
  if (way === 'up') {
    if (from.index > 0) return { section: from.section, index: from.index - 1 }
    const before = sections[from.section - 1]
    return before ? { section: from.section - 1, index: before.steps.length } : null
  }
  const here = sections[from.section]
  if (here && from.index < here.steps.length - 1) return { section: from.section, index: from.index + 1 }
  return sections[from.section + 1] ? { section: from.section + 1, index: 0 } : null
}

export function changeSection(content: PathwayContent, id: string, change: Partial<PathwaySection>): PathwayContent {
  return {
    ...content,
    sections: content.sections.map((section) => (section.id === id ? { ...section, ...change } : section)),
  }
}

export function changeStep(content: PathwayContent, id: string, change: Partial<PathwayStep>): PathwayContent {
  return {
    ...content,
    sections: content.sections.map((section) =>
      section.steps.some((step) => step.id === id)
        ? { ...section, steps: section.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }
        : section,
    ),
  }
}

/** Adds a step at a place, or at the end of the last section; makes the first section when there is none. */
export function addStep(
  content: PathwayContent,
  step: PathwayStep,
  sectionId?: string,
  index?: number,
): PathwayContent {
  const sections = content.sections.length > 0 ? content.sections : [newSection()]
  const target = sections.find((section) => section.id === sectionId) ?? sections.at(-1)
  return {
    ...content,
    sections: sections.map((section) =>
      section === target
        ? { ...section, steps: section.steps.toSpliced(index ?? section.steps.length, 0, step) }
        : section,
    ),
  }
}

export function removeStep(content: PathwayContent, id: string): PathwayContent {
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      steps: section.steps.filter((step) => step.id !== id),
    })),
  }
}

/** The same content with ids of its own: waivers hang on the ids of steps, so a copy must not share them. */
export function copyContent(content: PathwayContent, title: string): PathwayContent {
  return {
    ...content,
    title,
    sections: content.sections.map((section) => ({
      ...section,
      id: crypto.randomUUID(),
      steps: section.steps.map((step) => ({ ...step, id: crypto.randomUUID() })),
    })),
  }
}

/** What differs, in the order and the words of the server's own comparison (apps/server/src/features/pathways/kind.ts). */
export function changesBetween(
  before: PathwayContent,
  after: PathwayContent,
  titleOf: (documentId: string) => string,
): DocumentChange[] {
  const changes: DocumentChange[] = []
  const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
  const fields = details.filter((field) => !same({ ...unsaid, ...before }[field], { ...unsaid, ...after }[field]))
  if (fields.length > 0) say('details', after.title, fields)
  if (!same(before.prerequisites, after.prerequisites)) say('prerequisites', after.title)
  const oldSteps = new Map(stepsOf(before).map((step) => [step.id, step]))
  const oldSections = new Map(before.sections.map((section) => [section.id, section]))
  for (const section of after.sections) {
    const was = oldSections.get(section.id)
    if (!was) say('sectionAdded', section.title)
    else {
      if (was.title !== section.title) say('sectionRenamed', section.title)
      if (!same(was.rule, section.rule)) say('sectionRule', section.title)
      if ((was.audienceId ?? null) !== (section.audienceId ?? null)) say('sectionAudience', section.title)
    }
    for (const step of section.steps) {
      const old = oldSteps.get(step.id)
      if (!old) say('stepAdded', titleOf(step.documentId))
      else if (!same(old, step)) say('stepChanged', titleOf(step.documentId))
    }
  }
  const kept = new Set(stepsOf(after).map((step) => step.id))
  for (const step of oldSteps.values()) if (!kept.has(step.id)) say('stepRemoved', titleOf(step.documentId))
  const keptSections = new Set(after.sections.map((section) => section.id))
  for (const section of before.sections) if (!keptSections.has(section.id)) say('sectionRemoved', section.title)
  if (changes.length === 0 && !same(before.sections, after.sections)) say('reordered', after.title)
  return changes
}

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'language',
  'order',
  'earlier',
  'reset',
] as const
/** What versions of before do not say. */
const unsaid = { reset: noReset }

export const sectionField = (sectionId: string, field: string) => `section/${sectionId}/${field}`
export const stepField = (stepId: string, field: string) => `step/${stepId}/${field}`

/** From the parts of a path into the content (`sections`, `0`, `steps`, `2`, `due`) to the key of the field that shows it. */
export function keyOfParts(content: PathwayContent, parts: readonly string[]): string {
  if (parts[0] !== 'sections') return parts[0] ?? ''
  const section = content.sections[Number(parts[1])]
  if (!section) return 'sections'
  if (parts[2] !== 'steps') return sectionField(section.id, parts[2] ?? 'title')
  const step = section.steps[Number(parts[3])]
  return step ? stepField(step.id, parts[4] ?? 'documentId') : sectionField(section.id, 'steps')
}
