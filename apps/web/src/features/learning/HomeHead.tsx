import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export function HomeHead() {
  const { t } = useTranslation('learning')
  const { me } = useSession()
  return <PageHeader title={t('hello', { name: me?.firstName ?? '' })} text={t('helloText')} />
}
