import type { OutlineActivity } from '@learnt/contract/learning'
import type { TFunction } from 'i18next'

/** A completion rule in words, as fits the kind of step. */
export function ruleText(
  t: TFunction<'steps'>,
  { kind, completion }: Pick<OutlineActivity, 'kind' | 'completion'>,
): string {
  switch (completion.rule) {
    case 'view':
      if (kind === 'link') return t('rules.viewLink')
      return t(kind === 'video' || kind === 'audio' ? 'rules.viewMedia' : 'rules.view')
    case 'tick':
      return t('rules.tick')
    case 'watch':
      return t(kind === 'audio' ? 'rules.listen' : 'rules.watch', { percent: completion.percent })
    case 'score':
      return t('rules.score', { percent: completion.percent })
    case 'package':
      return t('rules.package')
    case 'passed':
      return t('rules.passed', { percent: completion.percent })
    case 'submitted':
    case 'approved':
    case 'competent':
    case 'attended':
    case 'attendedOne':
      return t(`rules.${completion.rule}`)
  }
}

/** Why a step cannot be opened yet. */
export function lockText(t: TFunction<'learning'>, lock: NonNullable<OutlineActivity['lock']>): string {
  return lock.reason === 'previous' ? t('locks.previous', { title: lock.waitsFor }) : t('locks.notPublished')
}
