import { both } from './both.ts'

/** The words on the small components that every view of the browser is made of. */
export const parts = both({
  en: {
    back: 'Back',
    cancel: 'Cancel',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    notCopied: 'The browser did not allow copying. Select the text and copy it',
    remove: 'Remove',
    retry: 'Retry',
    saved: 'Saved',
    saving: 'Saving',
  },
  zh: {
    back: '返回',
    cancel: '取消',
    close: '关闭',
    copied: '已复制',
    copy: '复制',
    notCopied: '浏览器不允许复制，请选中文字后手动复制',
    remove: '移除',
    retry: '重试',
    saved: '已保存',
    saving: '正在保存',
  },
})
