import { createApp } from 'vue';
import App from './App.vue';
import './shop.css';

createApp(App).mount('#app');
