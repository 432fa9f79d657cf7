import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** Tabs of a person's page that few open: fetched with their words when somebody does. */
export const HistoryOfMember = lazyPart(async () => {
  const [{ MemberHistory }] = await Promise.all([import('./MemberHistory.tsx'), loadWords('administration')])
  return MemberHistory
})

export const MailsOfMember = lazyPart(async () => {
  const [{ MemberMails }] = await Promise.all([import('./MemberMails.tsx'), loadWords('administration')])
  return MemberMails
})
