const handleTypes = ['telegram', 'signal', 'slack', 'discord', 'x', 'linkedin', 'github'] as const;
export type HandleType = (typeof handleTypes)[number];

export const channelTypes = ['email', 'phone', 'url', 'whatsapp', ...handleTypes, 'wallet', 'other'] as const;
export type ChannelType = (typeof channelTypes)[number];

export const isHandle = (type: ChannelType): type is HandleType => (handleTypes as readonly string[]).includes(type);

export const isPhone = (type: ChannelType): boolean => type === 'phone' || type === 'whatsapp';

/** E-mail addresses and handles belong to one contact; phones, pages and wallets may be shared. */
export const belongsToOne = (type: ChannelType): boolean => type === 'email' || isHandle(type);
