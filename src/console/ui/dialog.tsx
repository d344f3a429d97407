/** Modal dialog. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTranslations } from '../i18n/translations.tsx'
import { Icon } from './icons.tsx'

interface WindowProps {
  title: string
  close: () => void
  /** True if the title is visible; by default only screen readers read it. */
  showsTitle?: boolean
  children: ReactNode
}

export function ModalDialog({ title, close, showsTitle = false, children }: WindowProps) {
  const { frame } = useTranslations()
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={open => open || close()}>
      <Modal className="modal">
        <Dialog className="dialog" aria-label={showsTitle ? undefined : title} data-modal="">
          {showsTitle ? (
            <header className="dialog-header">
              <Heading slot="title">{title}</Heading>
              <Button className="icon-button" aria-label={frame.close} onPress={close}>
                <Icon name="close" />
              </Button>
            </header>
          ) : null}
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
