import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

// Tabs of a person's page that few open: fetched with their words when somebody does.

export const LearningOfMember = lazyPart(async () => {
  const [{ MemberLearning }] = await Promise.all([import('./MemberLearning.tsx'), loadWords('reports', 'extensions')])
  return MemberLearning
})

export const WhyOfMember = lazyPart(async () => {
  const [{ WhyOfPerson }] = await Promise.all([
    import('../permissions/WhyOfPerson.tsx'),
    loadWords('permissions', 'documents', 'documentKinds'),
  ])
  return WhyOfPerson
})

export const PointsOfMember = lazyPart(async () => {
  const [{ PersonPoints }] = await Promise.all([
    import('../points/PersonPoints.tsx'),
    loadWords('points', 'documentKinds'),
  ])
  return PersonPoints
})

export const SessionsOfMember = lazyPart(async () => {
  const [{ MemberSessions }] = await Promise.all([import('./MemberSessions.tsx'), loadWords('settings')])
  return MemberSessions
})

export const MailsOfMember = lazyPart(async () => {
  const [{ MemberMails }] = await Promise.all([
    import('./MemberMails.tsx'),
    loadWords('mails', 'notifications', 'shell'),
  ])
  return MemberMails
})

export const HistoryOfMember = lazyPart(async () => {
  const [{ MemberHistory }] = await Promise.all([import('./MemberHistory.tsx'), loadWords('audit')])
  return MemberHistory
})

/** Records that may be the same person's, and merges that it was part of. */
export const MergesOfMember = lazyPart(async () => {
  const [{ MemberMerges }] = await Promise.all([import('./MemberMerges.tsx'), loadWords('merges', 'permissions')])
  return MemberMerges
})
