import { type DocumentType, documentKinds } from '@learnt/contract/document-kinds'
import { useSession } from '../../api/SessionProvider.tsx'

/** Of some types of document those that the tenant has not switched off. */
export function useShownTypes<Type extends DocumentType>(types: readonly Type[]): Type[] {
  const features = useSession().team?.settings.features
  return types.filter((type) => {
    const { feature } = documentKinds[type]
    return feature === null || features?.[feature] !== false
  })
}
