import type { Member } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { PictureEditor } from '../profile/lazy-parts.ts'

/** The picture of a person, which is saved at once, beside the form. */
export function MemberPicture({ member, onSaved }: { member: Member; onSaved: (saved: Member) => void }) {
  const { t } = useTranslation('members')
  const request = { params: { userId: member.userId }, query: { teamId: member.teamId } }
  const outdates = ['members', 'users', 'myPeople', 'session']
  const set = useSend(api.members.setAvatar, { outdates, onSuccess: onSaved })
  const remove = useSend(api.members.removeAvatar, { outdates, onSuccess: onSaved })
  return (
    <FormSection title={t('form.picture')} text={t('form.pictureText')}>
      <PictureEditor
        name={fullName(member)}
        avatar={member.avatar}
        reason={member.can.describe ?? null}
        onSend={(picture) => set.mutateAsync({ ...request, body: picture })}
        onRemove={() => remove.mutateAsync(request)}
      />
    </FormSection>
  )
}
