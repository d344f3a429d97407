/** A window over the page: what is behind it waits. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'

interface WindowProps {
  title: string
  close: () => void
  /** Where it has a line of its own for it; else the title is for readers only. */
  showsTitle?: boolean
  children: ReactNode
}

export function Window({ title, close, showsTitle = false, children }: WindowProps) {
  const { frame } = useWords()
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
