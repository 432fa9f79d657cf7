import type { Activity } from '@learnt/contract/courses'
import { cutText } from '@learnt/contract/cut-text'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatBytes } from '../../ui/times.ts'
import { useUpload } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'
import { fileKinds } from '../documents/file-kinds.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'
import { useEditing } from './editing.ts'
import { FileCard } from './FileCard.tsx'
import { activityField } from './field-errors.ts'
import { kindIcons } from './kinds.tsx'
import { PackageFindings } from './PackageFindings.tsx'
import type { ImportedPackage } from './package-report.ts'
import { ReplacePackageDialog } from './ReplacePackageDialog.tsx'
import { sendPackage } from './send-package.ts'

/** A SCORM package: uploaded, checked on the server, and its report. */
export function PackageFields({ activity }: { activity: Extract<Activity, { kind: 'scorm' }> }) {
  const { t, i18n } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked, findPackage, rememberPackage, uploads, ...editing } = useEditing()
  const { document: course, replacing, askToReplace } = editing
  const slot = activityField(activity.id, 'packageId')
  const upload = useUpload(slot)
  const kept = findPackage(activity.packageId)
  const Icon = kindIcons.scorm
  const next = replacing.get(activity.id)
  const put = (imported: ImportedPackage) =>
    editActivity(activity, {
      packageId: imported.id,
      ...(activity.title === t('kinds.scorm.untitled') ? { title: cutText(imported.title, 200) } : {}),
    })
  const replace = () => {
    if (!next) return
    askToReplace(activity.id, null)
    put(next)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {kept && (
        <FileCard
          name={kept.title}
          icon={<Icon />}
          about={[
            ...(kept.kind === 'scorm12' ? ['SCORM 1.2'] : kept.kind === 'scorm2004' ? ['SCORM 2004'] : []),
            t('package.parts', { count: kept.scoCount }),
            formatBytes(kept.size, i18n.language),
            ...(kept.warnings > 0 ? [t('package.warnings', { count: kept.warnings })] : []),
          ].join(' · ')}
          onRemove={locked ? undefined : () => editActivity(activity, { packageId: null })}
        />
      )}
      {kept && kept.problems.length > 0 && upload?.at !== 'accepted' && (
        <PackageFindings problems={kept.problems} more={0} />
      )}
      {upload?.at === 'accepted' && (
        <Alert severity="warning" onClose={() => uploads.dismiss(slot)}>
          <Typography variant="subtitle2">{t('package.acceptedWith')}</Typography>
          <Typography variant="body2" sx={{ mb: 1 }}>
            {t('package.acceptedHelp')}
          </Typography>
          <PackageFindings problems={upload.problems} more={upload.more} />
        </Alert>
      )}
      {!locked && (
        <UploadSlot
          slot={slot}
          label={kept ? t('package.replace') : t('package.upload')}
          accept={fileKinds.package.accept}
          acceptWords={fileKinds.package.words}
          maxBytes={fileKinds.package.maxBytes}
          compact={kept !== undefined}
          findings={({ problems: found, more }) => <PackageFindings problems={found} more={more} />}
          error={fieldText(problems, errorAt(errors, slot))}
          onFile={(chosen) =>
            void sendPackage(uploads, slot, chosen, (imported) => {
              rememberPackage(imported)
              // learners may be in the package that is there
              if (kept && course.publishedNumber !== null) askToReplace(activity.id, imported)
              else put(imported)
            })
          }
        />
      )}
      {next && (
        <ReplacePackageDialog
          courseId={course.id}
          activityId={activity.id}
          imported={next}
          onReplace={replace}
          onKeep={() => askToReplace(activity.id, null)}
        />
      )}
    </Box>
  )
}
