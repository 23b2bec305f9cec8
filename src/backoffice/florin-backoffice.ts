/** The script of the sandbox's back office. */
import { OfficeDashboardElement } from './dashboard-page.js';
import { OfficeAppElement } from './office-app.js';
import { OfficeBatchElement } from './batch-page.js';
import { OfficeBatchesElement } from './batches-page.js';
import { OfficeCallElement } from './call-page.js';
import { OfficeCallsElement } from './calls-page.js';
import { OfficeFindElement } from './find-page.js';
import { OfficeScenariosElement } from './scenarios-page.js';
import { OfficeSettlementElement } from './settlement-page.js';
import { OfficeSignInElement } from './sign-in-page.js';
import { STYLES } from './styles.js';
import { OfficeTokenElement } from './token-page.js';
import { OfficeTokensElement } from './tokens-page.js';
import { OfficeTransactionElement } from './transaction-page.js';
import { OfficeTransactionsElement } from './transactions-page.js';
import { OfficeUsersElement } from './users-page.js';
import { OfficeWebhooksElement } from './webhooks-page.js';

document.adoptedStyleSheets = STYLES.flatMap(({ styleSheet }) => styleSheet ?? []);

customElements.define('office-sign-in', OfficeSignInElement);
customElements.define('office-transactions', OfficeTransactionsElement);
customElements.define('office-transaction', OfficeTransactionElement);
customElements.define('office-dashboard', OfficeDashboardElement);
customElements.define('office-tokens', OfficeTokensElement);
customElements.define('office-token', OfficeTokenElement);
customElements.define('office-batches', OfficeBatchesElement);
customElements.define('office-batch', OfficeBatchElement);
customElements.define('office-settlement', OfficeSettlementElement);
customElements.define('office-find', OfficeFindElement);
customElements.define('office-calls', OfficeCallsElement);
customElements.define('office-call', OfficeCallElement);
customElements.define('office-users', OfficeUsersElement);
customElements.define('office-webhooks', OfficeWebhooksElement);
customElements.define('office-scenarios', OfficeScenariosElement);
customElements.define('office-app', OfficeAppElement);
