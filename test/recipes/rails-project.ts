/** The files of `rails new` that a controller needs, on the Rails of Debian: Ruby finds its gems without Bundler. */
export const RAILS_PROJECT = {
  'bin/rails': `APP_PATH = File.expand_path('../config/application', __dir__)
require 'rails/commands'
`,
  'config.ru': `require_relative 'config/environment'
run Rails.application
`,
  'config/environment.rb': `require_relative 'application'
Rails.application.initialize!
`,
  'config/application.rb': `require 'rails'
require 'action_controller/railtie'
# Bundler requires it.
require 'order_token'

module Shop
  class Application < Rails::Application
    config.load_defaults 6.1
    config.eager_load = false
    config.secret_key_base = 'of the tests'
  end
end
`,
  'app/controllers/application_controller.rb': `class ApplicationController < ActionController::Base
end
`,
};
