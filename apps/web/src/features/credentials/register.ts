import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const credentials: readonly DeclaredPage[] = [
  page('/verify/:credentialId', 'any', 'verify', () => import('./VerifyPage.tsx'), ['credentials'], {
    chrome: 'bare',
  }),
]
