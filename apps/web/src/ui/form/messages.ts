import type { i18n as I18n } from 'i18next'
import { config } from 'zod'

/**
 * Words for the complaints of zod that a schema does not word itself. Call once where forms live; a schema's own
 * `error` is a key of `problems:field` and wins.
 */
export function installFieldMessages(i18n: I18n): void {
  const t = i18n.getFixedT(null, 'problems')
  // NOTE not z.config: the build takes every call of z for pure, and leaves out those whose result nobody uses
  config({
    customError: (issue) => {
      switch (issue.code) {
        case 'invalid_type':
          return issue.input === undefined || issue.input === null || issue.input === ''
            ? t('field.required')
            : issue.expected === 'number' || issue.expected === 'int'
              ? t('field.number')
              : t('field.invalid')
        case 'too_small': {
          const count = Number(issue.minimum)
          if (issue.origin === 'string') return count <= 1 ? t('field.required') : t('field.minLength', { count })
          if (issue.origin === 'array') return t('field.minItems', { count })
          return t('field.min', { count })
        }
        case 'too_big': {
          const count = Number(issue.maximum)
          if (issue.origin === 'string') return t('field.maxLength', { count })
          if (issue.origin === 'array') return t('field.maxItems', { count })
          return t('field.max', { count })
        }
        case 'invalid_format':
          if (issue.format === 'email') return t('field.email')
          if (issue.format === 'url') return t('field.url')
          if (issue.format === 'date') return t('field.day')
          if (issue.format === 'regex' && String(issue.pattern).includes('a-z0-9-')) return t('field.slug')
          return t('field.invalid')
        case 'invalid_value':
          return t('field.choice')
        case 'not_multiple_of':
          return t('field.whole')
        default:
          return t('field.invalid')
      }
    },
  })
}
