import { worker } from '../../../context.ts'
import { sweepFolder } from '../../../platform/blobs/sweep-folder.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { attachmentsFolder, deleteAttachmentFiles, type FileKey } from './attachment-files.ts'
import { listMessagesWithFilesUnscoped } from './attachments.ts'

export const attachmentWorkers = [
  worker({
    name: 'delete-attachment-files',
    async work({ blobs }, { data: { files } }: Task<{ files: FileKey[] }>) {
      await deleteAttachmentFiles(blobs, files)
    },
  }),
  worker({
    name: 'sweep-attachment-files',
    schedule: '47 3 * * *',
    async work({ db, blobs, clock, log }) {
      const listExisting = (uids: string[]) => listMessagesWithFilesUnscoped({ db }, uids)
      const swept = await sweepFolder(blobs, attachmentsFolder, clock.now(), listExisting)
      log.info({ swept }, 'deleted files of messages that no longer exist')
    },
  }),
]
